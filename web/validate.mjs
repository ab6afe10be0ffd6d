// node validate.mjs FILE...: what the Khronos validator says of each GLB; exit 1 on any error or warning.
import { readFile } from "node:fs/promises";
import { validateBytes } from "gltf-validator";

let complaints = 0;
for (const path of process.argv.slice(2)) {
  const { issues } = await validateBytes(new Uint8Array(await readFile(path)), { maxIssues: 100 });
  const serious = issues.messages.filter((message) => message.severity <= 1);
  console.log(`${path}: ${issues.numErrors} errors, ${issues.numWarnings} warnings`);
  for (const { code, message, pointer } of serious) console.log(`  ${code} ${pointer ?? ""} ${message}`);
  complaints += issues.numErrors + issues.numWarnings;
}
if (process.argv.length < 3) {
  console.error("usage: node validate.mjs FILE...");
  complaints += 1;
}
process.exit(complaints ? 1 : 0);
