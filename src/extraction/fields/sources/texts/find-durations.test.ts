import { describe, expect, test } from 'vitest';
import { extractFields, text } from '../../../../../test/support/extract-fields.ts';

describe('the time that all of it takes', () => {
  test.each([
    ['beside its label', '<div><span>Cook time</span><span>1 hour 10 minutes</span></div>'],
    ['over its label', '<div><div>1 hour 10 minutes</div><div>Cook time</div></div>'],
    [
      'under its header',
      '<table><tr><th>Cook time<th>Serves</tr><tr><td>1 hour 10 minutes<td>4</tr></table>',
    ],
  ])('is not that of a part: %s', (_, body) => {
    const { value } = extractFields(`<h1>Cake</h1>${body}`, { total_time: text });
    expect(value).toEqual({});
  });

  test('is one that stands alone', () => {
    const { value } = extractFields('<h1>Cake</h1><div>1 hour 10 minutes</div>', {
      total_time: text,
    });
    expect(value).toEqual({ total_time: '1 hour 10 minutes' });
  });
});
