import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serveSmtp } from '../../../test/support/serve-smtp.ts';
import { fileMailer, smtpMailer } from './sign-in-mail.ts';

const mail = {
  to: 'ada@shop.test',
  subject: 'Your sign-in link',
  text: 'https://x.test/sign-in#abc',
};

test('an e-mail goes by SMTP to one recipient, whatever its address holds', async () => {
  const smtp = await serveSmtp();
  const { url, lines } = smtp;
  onTestFinished(() => smtp.close());
  const mailer = smtpMailer({ url, from: 'Gleaner <no-reply@x.test>' });
  await mailer.send(mail);
  await mailer.send({ ...mail, to: '"a, b"@shop.test' });
  expect(lines.filter((line) => line.startsWith('MAIL FROM'))).toEqual([
    'MAIL FROM:<no-reply@x.test>',
    'MAIL FROM:<no-reply@x.test>',
  ]);
  expect(lines.filter((line) => line.startsWith('RCPT TO'))).toEqual([
    'RCPT TO:<ada@shop.test>',
    'RCPT TO:<"a, b"@shop.test>',
  ]);
  expect(lines).toContain('Subject: Your sign-in link');
  expect(lines).toContain('https://x.test/sign-in#abc');
});

test('what is no SMTP address is refused without a word of it, which may hold a password', () => {
  for (const url of ['https://user:secret@x.test', 'secret']) {
    expect(() => smtpMailer({ url, from: 'x@x.test' })).toThrow(/smtp:\/\//);
    expect(() => smtpMailer({ url, from: 'x@x.test' })).not.toThrow(/secret/);
  }
});

test('the file mailer writes each e-mail to a file that its owner alone can read', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-mail-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const mailer = fileMailer(path.join(folder, 'mails'));
  await Promise.all([mailer.send(mail), mailer.send(mail)]);
  const files = readdirSync(path.join(folder, 'mails'));
  expect(files).toHaveLength(2);
  const file = path.join(folder, 'mails', files[0] ?? '');
  expect(readFileSync(file, 'utf8')).toContain(
    'To: ada@shop.test\nSubject: Your sign-in link\n\nhttps://',
  );
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
