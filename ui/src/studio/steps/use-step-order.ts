import { useRef, useState, type DragEvent } from 'react';
import type { DraftEdit } from '../client/shapes.ts';

export interface StepOrder {
  /** Index that a dragged step would have. */
  readonly target: number | undefined;
  readonly move: (from: number, to: number) => void;
  readonly begin: (event: DragEvent, index: number) => void;
  readonly end: () => void;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
}

/** Moves the steps of one list. */
export function useStepOrder(path: string, onEdit: (...edits: DraftEdit[]) => void): StepOrder {
  const from = useRef<number>(undefined);
  const [target, setTarget] = useState<number>();
  const move = (index: number, to: number): void => {
    if (to !== index) onEdit({ edit: 'move_step', path: `${path}/${index}`, to });
  };
  return {
    target,
    move,
    begin(event, index) {
      event.stopPropagation();
      from.current = index;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', `${path}/${index}`);
    },
    end() {
      from.current = undefined;
      setTarget(undefined);
    },
    onDragOver(event) {
      const index = findIndex(event);
      // Steps stay in their list.
      if (from.current === undefined || index === undefined) return;
      event.preventDefault();
      setTarget(index);
    },
    onDrop(event) {
      event.preventDefault();
      const index = findIndex(event);
      if (from.current !== undefined && index !== undefined) move(from.current, index);
      from.current = undefined;
      setTarget(undefined);
    },
  };
}

/** The step of this list that the pointer is over. */
function findIndex({ target, currentTarget }: DragEvent): number | undefined {
  let item = target instanceof Element ? target.closest('.step') : null;
  while (item !== null && item.parentElement !== currentTarget) {
    item = item.parentElement?.closest('.step') ?? null;
  }
  return item instanceof HTMLElement ? Number(item.dataset['index']) : undefined;
}
