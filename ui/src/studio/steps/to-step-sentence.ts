import { studioTexts } from '../../texts/studio-en.ts';
import type { StepDocument } from '../client/shapes.ts';
import { nameTarget } from './name-target.ts';

const t = studioTexts.steps;

/** Says what a step does, in a sentence; its words come from the recipe. */
export function toStepSentence(step: StepDocument): string {
  const target = nameTarget(step['selectors']);
  const parameters = toObject(step['parameters']);
  switch (step.type === 'customStep' ? step['name'] : step.type) {
    case 'navigate':
      return t.navigate(text(step['url']));
    case 'setViewport':
      return t.setViewport(text(step['width']), text(step['height']));
    case 'click':
      return step['button'] === 'secondary' ? t.rightClick(target) : t.click(target);
    case 'doubleClick':
      return t.doubleClick(target);
    case 'hover':
      return t.hover(target);
    case 'change':
      return t.change(text(step['value']), target);
    case 'keyDown':
      return t.keyDown(text(step['key']));
    case 'keyUp':
      return t.keyUp(text(step['key']));
    case 'scroll':
      if (step['to'] === 'end') return t.scrollToEnd;
      return step['selectors'] === undefined
        ? t.scrollTo(text(step['x'] ?? 0), text(step['y'] ?? 0))
        : t.scrollElement(target);
    case 'waitForElement':
      return t.waitForElement(target, text(step['operator'] ?? '>='), text(step['count'] ?? 1));
    case 'waitForExpression':
      return t.waitForExpression(text(step['expression']));
    case 'emulateNetworkConditions':
      return t.network;
    case 'close':
      return t.close;
    case 'extract': {
      const fields = Object.keys(toObject(parameters['fields']));
      if (fields.length === 0) return t.extractByPrompt(text(parameters['prompt']));
      return parameters['items'] === undefined ? t.extractOne(fields) : t.extractList(fields);
    }
    case 'paginate':
      return toPaginationSentence(parameters);
    case 'repeat':
      return t.repeat(
        parameters['times'] === undefined ? undefined : text(parameters['times']),
        parameters['while'] === undefined ? undefined : nameTarget(parameters['while']),
      );
    case 'drag':
      return t.drag(nameTarget(parameters['selectors']));
    case 'upload':
      return t.upload(nameTarget(parameters['selectors']));
    case 'screenshot':
      return t.screenshot(text(parameters['name']));
    case 'wait':
      return text(parameters['for']) === 'network' ? t.waitForNetwork : t.waitForChange;
    default:
      return t.other(text(step['name'] ?? step.type));
  }
}

function toPaginationSentence(parameters: Readonly<Record<string, unknown>>): string {
  const { next, loadMore, urlTemplate, maxPages } = parameters;
  const way =
    next !== undefined
      ? t.byNext(nameTarget(next))
      : loadMore !== undefined
        ? t.byMore(nameTarget(loadMore))
        : urlTemplate === undefined
          ? t.byScroll
          : t.byUrl(text(urlTemplate));
  return t.paginate(way, maxPages === undefined ? undefined : text(maxPages));
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
