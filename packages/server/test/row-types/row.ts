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

/** Literal types become those the driver returns: the database knows a status as text. */
export type Widened<Declared> = { [Name in keyof Declared]: Widen<Declared[Name]> }

/** For an expression, of which PostgreSQL does not say whether it can be null, the declaration decides. */
export type NullIn<Declared, Name> = Name extends keyof Declared ? Extract<Declared[Name], null> : never

/** An error of the compiler unless every described column fits its declaration. */
export type Fits<Declared, Described extends Declared> = Described

/** An error of the compiler unless both have the same columns with the same types. */
export type Row<Declared, _Narrow, _Wide> = Declared
