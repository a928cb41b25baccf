import type { StandardSchemaV1 } from '@standard-schema/spec';

/**
 * The declaration of one field of a request: its type, checks, limits and default, its name over HTTP and its description.
 * `Given` is what a caller passes, `Read` what the operation gets after defaults; where `Given` includes `undefined`, the field
 * is optional.
 */
export interface Field<Given, Read = Given> {
  /** A zod type. */
  readonly schema: StandardSchemaV1<Given, Read>;
  /** Its name over HTTP; `false` for fields of the library alone. @default the name in snake_case */
  readonly wire?: string | false;
  /** Whether the field is required over HTTP, although the library takes another one in its place. @default false */
  readonly isRequiredOverHttp?: boolean;
  /** One sentence for the OpenAPI document. */
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

/** The type of an input with the declared fields, each with the documentation of its declaration. */
export type InputOf<Declared> = {
  readonly [Name in keyof Declared]?: Given<Declared[Name]>;
} & { readonly [Name in RequiredName<Declared>]: Given<Declared[Name]> };

/** The type of a parsed input: every field, with its default where it has one. */
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
