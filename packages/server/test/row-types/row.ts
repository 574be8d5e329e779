/** How a declared row type compares with the columns that PostgreSQL describes. Read by the compiler only. */

type Widen<Value> = Value extends string
  ? string
  : Value extends number
    ? number
    : Value extends boolean
      ? boolean
      : Value extends Date | Uint8Array | null
        ? Value
        : Value extends readonly (infer Item)[]
          ? Exclude<Widen<Item>, null>[]
          : object

/** Literal types become those the driver returns: in the database a status is text. */
export type Widened<Declared> = { [Name in keyof Declared]: Widen<Declared[Name]> }

/** PostgreSQL does not report whether an expression can be null, so the declaration decides. */
export type NullIn<Declared, Name> = Name extends keyof Declared ? Extract<Declared[Name], null> : never

/** A compiler error unless every described column fits its declaration. */
export type Fits<Declared, Described extends Declared> = Described

/** A compiler error unless both have the same columns with the same types. */
export type Row<Declared, _Narrow, _Wide> = Declared
