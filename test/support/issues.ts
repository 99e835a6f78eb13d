import type * as z from 'zod/mini';
import { validatedParts } from '../../shared/http/validation.ts';

/** The messages with which a request is refused if it has this value; none for a valid one. */
export function messagesOf(schema: z.ZodMiniType, value: unknown): string[] {
  try {
    validatedParts({ body: [schema, value] });
    return [];
  } catch (error) {
    return (error as { issues: { message: string }[] }).issues.map(({ message }) => message);
  }
}
