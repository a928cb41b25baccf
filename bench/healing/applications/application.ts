/** What a person does to one control of an application. */
export interface ApplicationAction {
  /** Of the control, as the markups of the application name it. */
  readonly role: string;
  /** Of the row that the control stands in, for one that each row has. */
  readonly key?: string;
  /** What is typed or chosen; without it the control is clicked. */
  readonly value?: string;
}

/** A small application in several markups that look and work the same: `<name>/<markup>.html`. */
export interface Application {
  readonly name: string;
  /** In English. */
  readonly markups: readonly string[];
  /** The same with its labels in another language; its data is as it was. */
  readonly translated: readonly string[];
  /** One way through it, as it would be recorded. Each action has the state that the ones before led to. */
  readonly actions: readonly ApplicationAction[];
}
