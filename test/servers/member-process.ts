import { argv, stdin } from 'node:process';
import { createHttpHandler, serve } from '../../src/web/http/index.ts';
import { openMember, type MemberOptions } from '../support/open-member.ts';

/** A member of a cluster behind HTTP. Tells its URL, and what its browser does, on lines of JSON; ends with its input. */
const options = JSON.parse(argv[2] ?? '') as MemberOptions;
const tell = (line: object): void => console.log(JSON.stringify(line));
const member = await openMember(options, { onPage: (event) => tell({ event }) });
const server = await serve({ handler: createHttpHandler(member.service), port: 0 });
tell({ url: server.url });
stdin.resume();
await new Promise((resolve) => stdin.once('end', resolve));
await server.close({ graceMs: 100 });
await member.close();
