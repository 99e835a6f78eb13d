import * as z from 'zod/mini';

/** The person as whom the canary signs in, as the secret of the stage stores them. */
export const CanaryPerson = z.strictObject({
  userPoolId: z.string(),
  clientId: z.string(),
  user: z.string(),
  password: z.string(),
});
export type CanaryPerson = z.infer<typeof CanaryPerson>;
