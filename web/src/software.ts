/** Whether WebGL is drawn by the processor: then vertices are bent here, once a picture, and edges smoothed at rest. */

const NAMES = /swiftshader|llvmpipe|softpipe|software|basic render/i;
let known: boolean | undefined;

export function drawnInSoftware(): boolean {
  return (known ??= NAMES.test(rendererName()));
}

function rendererName(): string {
  const gl = document.createElement("canvas").getContext("webgl2");
  const info = gl?.getExtension("WEBGL_debug_renderer_info");
  const name: unknown = info && gl?.getParameter(info.UNMASKED_RENDERER_WEBGL);
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return typeof name === "string" ? name : "";
}
