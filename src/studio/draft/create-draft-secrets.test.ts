import { describe, expect, test } from 'vitest';
import { createDraftSecrets, type DraftSecrets } from './create-draft-secrets.ts';

const password = 'lighthouse-42';

describe('what a page echoes of a secret', () => {
  test('is taken out while it is typed, whatever beginning of four characters or more the page has got to', () => {
    const secrets = createDraftSecrets();
    for (let typed = 1; typed <= password.length; typed += 1) {
      secrets.type('password', password.slice(0, typed));
      for (let shown = 4; shown <= typed; shown += 1) {
        const echo = `You typed ${password.slice(0, shown)}.`;
        expect(secrets.redact({ title: echo }, [])).toEqual({ title: 'You typed {{password}}.' });
      }
    }
  });

  test('is taken out in the spellings of addresses and of markup, too', () => {
    const secrets = createDraftSecrets();
    secrets.type('password', 'a&b c"d-77');
    const shown = secrets.redact(['/?q=a%26b+c%22d-7', '<b>a&amp;b c&quot;d-7</b>'], []);
    expect(JSON.stringify(shown)).not.toMatch(/d-7|c"/);
  });

  test('stays out once the field is left, but for its last characters', () => {
    const secrets = settled(password);
    for (let shown = 8; shown < password.length; shown += 1) {
      const echo = `You typed ${password.slice(0, shown)}`;
      const wanted = shown === 10 ? echo : 'You typed •••';
      expect(secrets.redact([echo], [])).toEqual([wanted]);
      expect(secrets.redactDocument({ title: echo, steps: [] }).title).toBe(wanted);
    }
  });

  test('is taken out when it was cleared and typed anew before the field was left', () => {
    const secrets = createDraftSecrets();
    for (const value of ['first-try-1', 'first-try-', '', 's', password]) {
      secrets.type('password', value);
    }
    expect(secrets.redact(['first-try-1 first-try'], [])).toEqual(['••• •••']);
    secrets.settle();
    expect(secrets.redact(['first-try-1', password], [])).toEqual(['•••', '{{password}}']);
  });
});

test('a word that a complete secret begins with stays in selectors and labels', () => {
  const secrets = settled('password1');
  const step = { type: 'change', selectors: ['#user-password'], value: 'Your password' };
  expect(secrets.redact(step, [])).toEqual(step);
  expect(settled('47112233').redact(['4711223'], [])).toEqual(['4711223']);
});

function settled(value: string): DraftSecrets {
  const secrets = createDraftSecrets();
  secrets.type('password', value);
  secrets.settle();
  return secrets;
}
