import { createEngine, type Engine } from './create-engine.ts';
import { engineSlots } from './engine-slots.ts';

/**
 * The engine of a gleaner, made when it is first asked for: the way in for what is built on an engine, such as the
 * service. No door exports it. Throws a `TypeError` for an object that `createGleaner` did not make.
 */
export function requireEngine(gleaner: object): Engine {
  const slot = engineSlots.get(gleaner);
  if (slot === undefined) {
    throw new TypeError(
      'Expected `gleaner` to be what `createGleaner` of this installation of the package returned; a copy or a wrapper of it has no engine.',
    );
  }
  return (slot.engine ??= createEngine(slot.options, slot.closing));
}
