import { defineConfig, type Plugin } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; connect-src data: blob:";

/** The built page may not reach the network, not even by mistake. */
const sealed: Plugin = {
  name: "sealed",
  apply: "build",
  transformIndexHtml: (html) =>
    html.replace("<head>", `<head>\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />`),
};

/** One file, named as the Python side expects it, beside the code that fills it. */
export default defineConfig({
  plugins: [viteSingleFile({ removeViteModuleLoader: true }), sealed],
  build: {
    rolldownOptions: { input: "player.html" },
    outDir: "../src/supple/render",
    emptyOutDir: false,
    target: "es2022",
    chunkSizeWarningLimit: 1000,
  },
});
