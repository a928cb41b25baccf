// An OpenAI-compatible server as a process of its own: `node test/servers/scripted-model.ts '[{"content":{}}]'`
// (or the path of a JSON file). Prints one line, `{"url": "http://127.0.0.1:PORT/v1"}`, and serves until it is
// signalled or its standard input ends.
import { readFileSync } from 'node:fs';
import { argv, exit, stdin } from 'node:process';
import type { ScriptedAnswer } from '../../test-kit/scripted-model.ts';
import { serveScriptedModel } from '../../test-kit/scripted-model-server.ts';

const source = argv[2] ?? '[]';
const json = source.trimStart().startsWith('[') ? source : readFileSync(source, 'utf8');
const server = await serveScriptedModel(JSON.parse(json) as readonly ScriptedAnswer[]);
console.log(JSON.stringify({ url: server.url }));
// A parent that dies closes the pipe, so that no server outlives its test.
stdin.resume().once('end', () => exit(0));
