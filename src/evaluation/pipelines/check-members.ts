/** Throws a `TypeError` where an object of options has a member that none of the names is: a misspelt option would be ignored. */
export function checkMembers(what: string, options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(`The ${what} has no option "${unknown}": known are ${names.join(', ')}.`);
}
