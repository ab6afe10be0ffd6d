/** Attributes of a mesh as plain numbers, three a vertex. */

import { BufferAttribute, type BufferGeometry } from "three";

type Attribute = ReturnType<BufferGeometry["getAttribute"]>;

/** A copy. */
export function triples(attribute: Attribute): Float32Array {
  const out = new Float32Array(3 * attribute.count);
  for (let i = 0; i < attribute.count; i++) {
    out.set([attribute.getX(i), attribute.getY(i), attribute.getZ(i)], 3 * i);
  }
  return out;
}

/** The attribute's own numbers where they are such, else a copy. */
export function ownTriples(attribute: Attribute): Float32Array {
  const plain = attribute instanceof BufferAttribute && attribute.array instanceof Float32Array;
  return plain ? (attribute.array as Float32Array) : triples(attribute);
}
