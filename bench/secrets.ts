import { listSecretShapes } from '../src/runtime/secrets/secret-shapes.ts';
import { listPageFiles, readPageFile, speedSets } from './list-page-files.ts';

// Question: how much of real pages do cassettes take for secrets, and does any of it stand in what people read?
const seen = { pages: 0, characters: 0, pagesWithSecrets: 0, secrets: 0, shown: 0, ms: 0 };
for (const file of speedSets.flatMap(listPageFiles)) {
  const html = readPageFile(file);
  const startMs = performance.now();
  const secrets = new Set(listSecretShapes(html));
  seen.ms += performance.now() - startMs;
  const text = html.replaceAll(
    /<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<[^>]*>/g,
    ' ',
  );
  const shown = [...secrets].filter((secret) => text.includes(secret));
  for (const secret of shown) console.log(`shown in ${file.file}: ${secret.slice(0, 40)}`);
  seen.pages += 1;
  seen.characters += html.length;
  seen.pagesWithSecrets += secrets.size === 0 ? 0 : 1;
  seen.secrets += secrets.size;
  seen.shown += shown.length;
}
console.log(JSON.stringify(seen));
