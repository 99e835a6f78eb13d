import type * as z from 'zod/mini';

export interface Resource {
  readonly type: string;
  readonly logicalId: string;
  /** Its name in messages. */
  readonly label: string;
  readonly region: string;
  readonly account: string;
  readonly ref: () => string;
  /** @throws {Error} for an unknown attribute. */
  readonly attribute: (name: string) => string;
  /** Resolves the properties that the schema names, and no others. @throws {Error} naming the resource. */
  readonly read: <S extends z.ZodMiniObject>(schema: S) => z.infer<S>;
}
