import { z } from 'zod';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { parseInput } from '../../operations/parse-input.ts';

/** By RFC 5321, with the angle brackets left out. */
const maxLength = 254;

const shape = z.strictObject({
  email: z.string().max(maxLength).pipe(z.email('Expected an e-mail address')),
});

/** The address in lower case, by which it is kept and found; throws `invalid_request` for what is none. */
export function parseEmail(email: string): string {
  const { fields, issues } = parseInput(shape, { email });
  if (fields === undefined) throw invalidRequest('use the e-mail address', issues);
  return fields.email.toLowerCase();
}
