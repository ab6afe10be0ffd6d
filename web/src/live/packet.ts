/** A packet of the server, taken apart. */

import type { AnswerHeader, LiveKind } from "../contract";

export interface LiveArray {
  kind: LiveKind;
  name: string;
  values: Float32Array;
}

export interface Answer extends AnswerHeader {
  samples: LiveArray[];
}

export function unpack(packet: ArrayBuffer): Answer {
  const length = new DataView(packet).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(packet, 4, length))) as AnswerHeader;
  let at = 4 + length;
  const samples = header.arrays.map(([kind, name, shape]) => {
    const values = new Float32Array(
      packet,
      at,
      shape.reduce((product, n) => product * n, 1),
    );
    at += values.byteLength;
    return { kind, name, values };
  });
  return { ...header, samples };
}
