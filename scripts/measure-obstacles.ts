// Which of many real pages, all fetched as pages, are taken for walls. Every hit is listed, to be looked at by a person.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exit } from 'node:process';
import { gunzipSync } from 'node:zlib';
import { materialFolder as material } from '../bench/page-set.ts';
import { findObstacle } from '../src/page/body/find-obstacle.ts';
import { readBody } from '../src/page/body/read-body.ts';

let pages = 0;
let elapsedMs = 0;
const hits: string[] = [];
for (const file of listPages()) {
  const body = readBody({
    url: 'https://example.com/',
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: gunzipSync(readFileSync(path.join(material, file))),
  });
  const startedMs = performance.now();
  const obstacle = findObstacle({ status: 200, headers: {}, url: 'https://example.com/', body });
  elapsedMs += performance.now() - startedMs;
  pages += 1;
  if (obstacle !== undefined) hits.push(`${file}: ${obstacle.reason}, ${obstacle.why}`);
}

if (pages === 0) {
  console.error(`No pages in ${material}: set GLEANER_MATERIAL to a folder of page sets.`);
  exit(1);
}
for (const hit of hits) console.log(hit);
console.log(`${hits.length} of ${pages} pages taken for walls, ${Math.round(elapsedMs)} ms in all`);

function listPages(): readonly string[] {
  try {
    return readdirSync(material, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /[\\/]pages[\\/]html[\\/].*\.html\.gz$/.test(file),
    );
  } catch {
    // No such folder: said above, together with what to do about it.
    return [];
  }
}
