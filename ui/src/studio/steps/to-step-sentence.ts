import type { StepDocument } from '../client/shapes.ts';
import { nameTarget } from './name-target.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Says what a step does, in a sentence; its words come from the recipe. */
export function toStepSentence(step: StepDocument): string {
  const target = nameTarget(step['selectors']);
  const parameters = toObject(step['parameters']);
  switch (step.type === 'customStep' ? step['name'] : step.type) {
    case 'navigate':
      return `Open ${text(step['url'])}`;
    case 'setViewport':
      return `Make the page ${text(step['width'])} × ${text(step['height'])} pixels`;
    case 'click':
      return step['button'] === 'secondary'
        ? `Click ${target} with the right button`
        : `Click ${target}`;
    case 'doubleClick':
      return `Double-click ${target}`;
    case 'hover':
      return `Point at ${target}`;
    case 'change':
      return describeChange(text(step['value']), target);
    case 'keyDown':
      return `Press ${text(step['key'])}`;
    case 'keyUp':
      return `Release ${text(step['key'])}`;
    case 'scroll':
      if (step['to'] === 'end') return 'Scroll down until nothing more loads';
      return step['selectors'] === undefined
        ? `Scroll the page to ${text(step['x'] ?? 0)}, ${text(step['y'] ?? 0)}`
        : `Scroll ${target}`;
    case 'waitForElement':
      return describeWait(target, text(step['operator'] ?? '>='), text(step['count'] ?? 1));
    case 'waitForExpression':
      return `Wait until ${text(step['expression'])} is true`;
    case 'emulateNetworkConditions':
      return 'Slow the network down';
    case 'close':
      return 'Close the tab';
    case 'extract': {
      const fields = Object.keys(toObject(parameters['fields']));
      if (fields.length === 0) return `Read what answers “${text(parameters['prompt'])}”`;
      return parameters['items'] === undefined ? describeReading(fields) : describeItems(fields);
    }
    case 'paginate':
      return toPaginationSentence(parameters);
    case 'repeat':
      return describeRepeat(
        parameters['times'] === undefined ? undefined : text(parameters['times']),
        parameters['while'] === undefined ? undefined : nameTarget(parameters['while']),
      );
    case 'drag':
      return `Drag ${nameTarget(parameters['selectors'])}`;
    case 'upload':
      return `Choose files for ${nameTarget(parameters['selectors'])}`;
    case 'screenshot':
      return `Keep a picture “${text(parameters['name'])}”`;
    case 'wait':
      return text(parameters['for']) === 'network'
        ? 'Wait until nothing loads any more'
        : 'Wait until the page has changed';
    default:
      return `Do “${text(step['name'] ?? step.type)}”`;
  }
}

function toPaginationSentence(parameters: Readonly<Record<string, unknown>>): string {
  const { next, loadMore, urlTemplate, maxPages } = parameters;
  const way =
    next !== undefined
      ? `by ${nameTarget(next)}`
      : loadMore !== undefined
        ? `by pressing ${nameTarget(loadMore)} for more`
        : urlTemplate === undefined
          ? 'by scrolling down'
          : `by the address ${text(urlTemplate)}`;
  return describePagination(way, maxPages === undefined ? undefined : text(maxPages));
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function describeChange(value: string, target: string): string {
  return value === '' ? `Empty ${target}` : `Set ${target} to “${value}”`;
}

function describeWait(target: string, operator: string, count: string): string {
  return `Wait until there ${operator === '==' ? 'are exactly' : operator === '<=' ? 'are at most' : 'are at least'} ${count} of ${target}`;
}

function describeReading(fields: readonly string[]): string {
  return `Read ${list.format(fields)} of the page`;
}

function describeItems(fields: readonly string[]): string {
  return `Read ${list.format(fields)} of each item`;
}

function describeRepeat(times: string | undefined, target: string | undefined): string {
  return [
    'Repeat',
    times === undefined ? '' : ` ${times} times`,
    target === undefined ? '' : ` while there is ${target}`,
  ].join('');
}

function describePagination(way: string, maxPages: string | undefined): string {
  return maxPages === undefined ? `Go on ${way}` : `Go on ${way}, ${maxPages} pages at most`;
}
