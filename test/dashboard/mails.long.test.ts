import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { fetch } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../../src/cli/run-process.ts';
import { until } from '../support/open-service.ts';
import { serveSmtp } from '../support/serve-smtp.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gleaner-mails-'));
});

afterEach(() => rm(folder, { recursive: true }));

const origin = 'https://scrape.test';

/** Runs a command; resolves to its first line and what ends it. */
async function run(
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly printed: string; readonly end: () => Promise<number> }> {
  const interruption = new AbortController();
  const { promise: printed, resolve } = Promise.withResolvers<string>();
  let messages = '';
  const running = runCommand([...argv, '--data', path.join(folder, 'data'), '--json'], {
    environment,
    input: Readable.from([]),
    output: { write: (text) => resolve(String(text)) },
    messages: { write: (text) => (messages += String(text)) },
    signal: interruption.signal,
  });
  const failed = running.then((code) => {
    throw new Error(`It ended with ${code}: ${messages}`);
  });
  failed.catch(() => {});
  return {
    printed: await Promise.race([printed, failed]),
    async end() {
      interruption.abort(new Error('interrupted'));
      return running;
    },
  };
}

/** Signs in by the link in the e-mail to Ada that a server of its own sends; resolves to who has signed in. */
async function signInByMail(
  environment: Readonly<Record<string, string>>,
  readMail: () => Promise<string | undefined>,
): Promise<unknown> {
  const made = await run(['account', 'create', '--email', 'ada@shop.test']);
  await made.end();
  const served = await run(['serve', '--port', '0', '--origin', origin], environment);
  const { url } = JSON.parse(served.printed) as { readonly url: string };
  const post = async (call: string, body: object) => {
    const response = await fetch(new URL(`/dashboard/api/${call}`, url), {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  await post('links', { email: 'ada@shop.test' });
  const mail = await until(readMail);
  const [, token] = /https:\/\/scrape\.test\/sign-in#([\w-]{43})/.exec(mail) ?? [];
  const session = await post('session', { token });
  await served.end();
  return (session as { readonly data?: unknown }).data;
}

test('gleaner serve writes the e-mail with the link into a folder', async () => {
  const mails = path.join(folder, 'mails');
  const data = await signInByMail({ GLEANER_MAIL_FOLDER: mails }, async () => {
    const [file] = await readdir(mails).catch(() => []);
    const text = file === undefined ? '' : await readFile(path.join(mails, file), 'utf8');
    return text === '' ? undefined : text;
  });
  expect(data).toMatchObject({ kind: 'account', email: 'ada@shop.test' });
});

test('gleaner serve sends the e-mail with the link by SMTP', async () => {
  const smtp = await serveSmtp();
  const environment = { GLEANER_MAIL_URL: smtp.url, GLEANER_MAIL_FROM: 'no-reply@scrape.test' };
  const data = await signInByMail(environment, async () =>
    smtp.lines.includes('.') ? smtp.lines.join('\n') : undefined,
  );
  expect(data).toMatchObject({ kind: 'account', email: 'ada@shop.test' });
  expect(smtp.lines).toContain('RCPT TO:<ada@shop.test>');
  expect(smtp.lines).toContain('MAIL FROM:<no-reply@scrape.test>');
  await smtp.close();
});
