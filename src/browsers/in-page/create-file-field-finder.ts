import type { Dom } from '../page-script/create-dom.ts';
import type { PageScript } from '../page-script/page-script.ts';

/** Finds the field that a person fills by a label, a button or a place to drop files on. */
export interface FileFieldFinder {
  /** Returns the mark of the file field that an element is, labels, or alone contains; `undefined` where there is none. */
  find(element: Element): number | undefined;
}

/** Part of the page script: uses nothing from module scope. */
export function createFileFieldFinder(dom: Dom, script: PageScript): FileFieldFinder {
  /** Elements of a place to drop files on; a larger one is the page. */
  const maxElements = 500;

  function isFileField(element: Element | null): element is HTMLInputElement {
    return element instanceof HTMLInputElement && element.type === 'file';
  }

  return {
    find(element) {
      if (isFileField(element)) return script.markOf(element);
      const label = element.closest('label');
      if (label !== null && isFileField(label.control)) return script.markOf(label.control);
      const [field, ...others] = dom.walk(element, maxElements).filter(isFileField);
      return field === undefined || others.length > 0 ? undefined : script.markOf(field);
    },
  };
}
