import type { StandardSchemaV1 } from '@standard-schema/spec';

/**
 * The one declaration of a field of a request: the type that callers see, the checks, the limits and the default, its name
 * over HTTP and what HTTP's description says of it come from here. `Given` is what a caller may pass, `Read` what the
 * operation works with once defaults are filled in; where `Given` includes `undefined`, the field may be left out.
 */
export interface Field<Given, Read = Given> {
  /** A zod type. */
  readonly schema: StandardSchemaV1<Given, Read>;
  /** Its name over HTTP; `false` for fields of the library alone. @default the name in snake_case */
  readonly wire?: string | false;
  /** Over HTTP it must be there, although the library takes something else in its place. */
  readonly isRequiredOverHttp?: boolean;
  /** What it does, for the description of the HTTP API. */
  readonly about?: string;
}

/** The fields of an operation's input, by their names in process. */
export type Fields = Readonly<
  Record<string, Pick<Field<unknown>, 'schema' | 'wire' | 'isRequiredOverHttp' | 'about'>>
>;

type Given<Declared> = Declared extends Field<infer Value, infer _Read> ? Value : never;

type RequiredName<Declared> = {
  [Name in keyof Declared]: undefined extends Given<Declared[Name]> ? never : Name;
}[keyof Declared];

/** What a caller passes: each field with the documentation that stands at its declaration. */
export type InputOf<Declared> = {
  readonly [Name in keyof Declared]?: Given<Declared[Name]>;
} & { readonly [Name in RequiredName<Declared>]: Given<Declared[Name]> };

/** What the operation works with: every field, with its default where it has one. */
export type ReadOf<Declared> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Field<infer _Given, infer Value>
    ? Value
    : never;
};

/** The name of a field over HTTP; `undefined` for fields of the library alone. */
export function toWireName(name: string, { wire }: Fields[string]): string | undefined {
  if (wire === false) return undefined;
  return wire ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
