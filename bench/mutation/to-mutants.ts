import { parseSync } from 'rolldown/utils';

/** A small fault that tests should notice. */
export interface Mutant {
  /** From 1, in the order of the source. */
  readonly id: number;
  readonly line: number;
  /** What stands there, and what instead. */
  readonly what: string;
}

/** A module that holds all its mutants, each behind a switch that is asked as `globalThis.isMutant(id)`. */
interface MutatedModule {
  readonly code: string;
  readonly mutants: readonly Mutant[];
}

/** What every node of the tree has. */
interface TreeNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/** Operators with the one that a slip of the hand would have written. */
const otherOperators: ReadonlyMap<string, string> = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['&&', '||'],
  ['||', '&&'],
  ['+=', '-='],
  ['-=', '+='],
]);

/** Wrappers of types around an expression, the one member of which is code. */
const casts: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
]);

/**
 * Puts a switch around each operator, condition, number, truth value and statement of a module's functions. What runs while the
 * module loads cannot be switched later and stays; so do texts, whose wording few callers rely on.
 */
export function toMutants(file: string, source: string): MutatedModule {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message ?? ''}`);
  const mutants: Mutant[] = [];

  function write(node: TreeNode, isInFunction: boolean, isCondition = false): string {
    if (node.type === 'ImportDeclaration') return read(node);
    if (node.type.startsWith('TS') && !casts.has(node.type)) return read(node);
    const isInside = isInFunction || /Function/.test(node.type);
    const own = isInFunction ? listReplacements(node, read) : [];
    if (isInFunction && isCondition) own.push('true', 'false');
    // Numbered before those of its parts.
    const ids = own.map((replacement) => note(node, replacement));
    let text = '';
    let at = node.start;
    for (const child of listChildren(node)) {
      text += source.slice(at, child.start) + write(child, isInside, isTest(child, node));
      at = child.end;
    }
    text += source.slice(at, node.end);
    const isStatement = node.type.endsWith('Statement');
    return own.reduce((inner, replacement, index) => {
      const asked = `globalThis.isMutant(${ids[index]})`;
      return isStatement
        ? `{ if (${asked}) { ${replacement} } else { ${inner} } }`
        : `(${asked} ? (${replacement}) : (${inner}))`;
    }, text);
  }

  function note(node: TreeNode, replacement: string): number {
    const line = source.slice(0, node.start).split('\n').length;
    const what = `${toLine(read(node))} → ${replacement === '' ? 'nothing' : toLine(replacement)}`;
    return mutants.push({ id: mutants.length + 1, line, what });
  }

  function read({ start, end }: TreeNode): string {
    return source.slice(start, end);
  }

  const code = program.body.map((statement) => write({ ...statement }, false)).join('\n');
  return { code, mutants };
}

function toLine(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

/** What could stand in place of a node; an empty text for a statement that is left out. */
function listReplacements(node: TreeNode, read: (node: TreeNode) => string): string[] {
  const { type, operator, left, right, argument, value } = node;
  if (type === 'ReturnStatement') {
    return isNode(argument) && read(argument) !== 'undefined' ? ['return;'] : [];
  }
  if (type === 'ThrowStatement') return [''];
  if (type === 'ExpressionStatement') return typeof node['directive'] === 'string' ? [] : [''];
  if (type === 'Literal' && typeof value === 'number') return [String(value + 1)];
  if (type === 'Literal' && typeof value === 'boolean') return [String(!value)];
  if (type === 'UnaryExpression' && operator === '!' && isNode(argument)) return [read(argument)];
  if (type === 'ConditionalExpression') {
    return [node['consequent'], node['alternate']].flatMap((each) =>
      isNode(each) ? read(each) : [],
    );
  }
  if (!isNode(left) || !isNode(right)) return [];
  if (type === 'LogicalExpression' && operator === '??') return [read(left)];
  const other = otherOperators.get(String(operator));
  return other === undefined ? [] : [`${read(left)} ${other} ${read(right)}`];
}

/** Whether a node decides an `if`; a loop's condition is left alone, since most loops would not end. */
function isTest(node: TreeNode, parent: TreeNode): boolean {
  return parent.type === 'IfStatement' && parent['test'] === node;
}

/** The parts of a node that are code, in their order. */
function listChildren(node: TreeNode): readonly TreeNode[] {
  if (casts.has(node.type)) return isNode(node['expression']) ? [node['expression']] : [];
  return Object.entries(node)
    .flatMap(([name, member]) => {
      if (name === 'key' && node['computed'] !== true) return [];
      return Array.isArray(member) ? member.filter(isNode) : isNode(member) ? [member] : [];
    })
    .toSorted((one, other) => one.start - other.start);
}

function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
