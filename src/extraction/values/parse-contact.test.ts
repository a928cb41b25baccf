import { describe, expect, it } from 'vitest';
import { parseContact } from './parse-contact.ts';

describe('the address of an e-mail', () => {
  it.each([
    ['Write to info@example.com.', 'info@example.com'],
    ['mailto:Jo.Doe+a@mail.example.co.uk', 'Jo.Doe+a@mail.example.co.uk'],
    ['info [at] example.com', 'info [at] example.com'],
  ])('is what a text states, without the words around it: %s', (text, address) => {
    expect(parseContact('email', text)?.text).toBe(address);
  });

  it.each(['Enter an email address', 'Marketing', '[email protected]', '@example', '*', '6,000'])(
    'is not what has not its form: %s',
    (text) => {
      expect(parseContact('email', text)).toBeUndefined();
    },
  );

  it('is told of others beside it', () => {
    expect(parseContact('email', 'a@example.com, b@example.com')?.others).toEqual([
      'b@example.com',
    ]);
  });
});

describe('the number of a telephone', () => {
  it.each([
    ['at (888) 555-5307', '(888) 555-5307'],
    ['(408) 555-9663 | Copyright © 1992 - 2025 Example', '(408) 555-9663'],
    ['Toll Free: (888) 555-9982 Hours: 9am to 5pm', '(888) 555-9982'],
    ['tel:+441632960123', '+441632960123'],
    ['01632 960123 ext. 12', '01632 960123 ext. 12'],
    ['112', '112'],
    ['1-800-FLOWERS', '1-800-FLOWERS'],
  ])('is what a text states, without the words around it: %s', (text, number) => {
    expect(parseContact('phone', text)?.text).toBe(number);
  });

  it.each(['Number', 'Home Visit Studio Online', '*', '2024 - 2025', 'open from 9 to 5'])(
    'is not what has not its form: %s',
    (text) => {
      expect(parseContact('phone', text)).toBeUndefined();
    },
  );

  it('is the same with the code of its country and without', () => {
    expect(parseContact('phone', '+1 855-555-7378')?.key).toBe(
      parseContact('phone', '855.555.7378')?.key,
    );
  });
});
