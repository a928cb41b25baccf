import { execFile } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { createSchemaValidator } from './create-schema-validator.ts';
import { parseSchema } from '../parse/parse-schema.ts';

const validator = createSchemaValidator();
const { signal } = new AbortController();

afterAll(() => validator.close());

const tree = parseSchema({
  properties: { children: { items: { $ref: '#' } }, name: { type: 'string' } },
});
const slow = parseSchema({
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries([
    ...Array.from({ length: 40 }, (_, level) => {
      const next = { $ref: `#/$defs/d${level + 1}` };
      return [`d${level}`, { anyOf: [next, next] }];
    }),
    ['d40', { type: 'string' }],
  ]),
});

describe('createSchemaValidator', () => {
  test.each([
    [{ required: ['price'] }, {}, '/price', 'is missing'],
    [{ properties: { a: { type: 'number' } } }, { a: 'x' }, '/a', 'must be number'],
    [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'x', '', 'must be number or null'],
    [{ enum: ['a', 'b'] }, 'x', '', 'must be one of "a", "b"'],
    [{ const: 1 }, 2, '', 'must be 1'],
    [{ format: 'date' }, 'x', '', 'must have the format "date"'],
    [{ items: { minimum: 3 } }, [5, 1], '/1', 'must be >= 3'],
    [{ minItems: 2 }, [1], '', 'must have at least 2 items'],
    [
      { additionalProperties: false },
      { 'a/b': 1 },
      '/a~1b',
      'is not among the properties that the schema allows',
    ],
    [
      { dependentRequired: { a: ['b'] } },
      { a: 1 },
      '/b',
      'is missing, and must be there together with "a"',
    ],
    [{ uniqueItems: true }, [1, 1], '', 'must not hold the same item twice'],
    [{ pattern: '^a' }, 'b', '', 'must match the pattern "^a"'],
  ])('%j says of %j: %s %s', async (schema, value, path, message) => {
    expect(await validator.validate(parseSchema(schema), value, signal)).toEqual([
      { path, message },
    ]);
  });

  test('no message holds a value', async () => {
    const schema = parseSchema({ properties: { a: { type: 'number' }, b: { maxLength: 3 } } });
    const issues = await validator.validate(schema, { a: 'secret', b: 'secret' }, signal);
    expect(issues).toHaveLength(2);
    expect(JSON.stringify(issues)).not.toContain('secret');
  });

  test('many validations at once are answered each for itself', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        validator.validate(tree, { children: [{ name: index % 2 === 0 ? 'a' : 1 }] }, signal),
      ),
    );
    expect(answers.map((issues) => issues.length)).toEqual(
      Array.from({ length: 20 }, (_, index) => index % 2),
    );
  });

  test('a schema that takes too long is refused, and those behind it are still checked', async () => {
    // Ample for the last one, on a busy machine too.
    const hurried = createSchemaValidator({ timeoutMs: 1_000 });
    const refused = {
      code: 'invalid_request',
      // It takes both without end: which limit it reaches first depends on the machine.
      message: expect.stringMatching(/1000 ms|too much memory/) as string,
    };
    const [first, second, third, ordinary] = await Promise.allSettled([
      hurried.validate(slow, 5, signal),
      hurried.validate(slow, 6, signal),
      hurried.validate(slow, 7, signal),
      hurried.validate(tree, { name: 'a' }, signal),
    ]);
    expect([first, second, third]).toMatchObject(
      [1, 2, 3].map(() => ({ status: 'rejected', reason: refused })),
    );
    expect(ordinary).toEqual({ status: 'fulfilled', value: [] });
    await hurried.close();
  });

  test('an abort ends a check that runs, with the reason of the caller', async () => {
    const controller = new AbortController();
    const running = createSchemaValidator();
    const outcome = running.validate(slow, 5, controller.signal);
    controller.abort(new Error('enough'));
    await expect(outcome).rejects.toThrow('enough');
    await expect(running.validate(tree, {}, controller.signal)).rejects.toThrow('enough');
    await running.close();
  });

  test('an abort ends a check that still waits for a thread', async () => {
    const busy = createSchemaValidator({ maxThreads: 1 });
    const first = busy.validate(slow, 5, signal);
    const controller = new AbortController();
    const waiting = busy.validate(slow, 6, controller.signal);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    const [outcome] = await Promise.allSettled([first, busy.close()]);
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) as unknown });
  });

  test('close ends what runs, and what comes after is a mistake', async () => {
    const closing = createSchemaValidator();
    const [outcome] = await Promise.allSettled([
      closing.validate(slow, 5, signal),
      closing.close(),
    ]);
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) as unknown });
    await expect(closing.validate(slow, 5, signal)).rejects.toThrow(TypeError);
  });

  test('a signal of many validations keeps no listener of any of them', async () => {
    const run = new AbortController();
    const reuse = createSchemaValidator();
    for (let done = 0; done < 50; done += 1) await reuse.validate(tree, {}, run.signal);
    expect(getEventListeners(run.signal, 'abort')).toEqual([]);
    await reuse.close();
  });

  test('an idle thread keeps no process alive, and a busy one does', async () => {
    const script = `
      import { createSchemaValidator } from './create-schema-validator.ts';
      import { parseSchema } from '../parse/parse-schema.ts';
      const schema = parseSchema({ items: { $ref: '#' }, type: 'array' });
      console.log(await createSchemaValidator().validate(schema, [[]], new AbortController().signal));
    `;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { cwd: import.meta.dirname, timeout: 110_000 },
    );
    expect(stdout.trim()).toBe('[]');
  });
});
