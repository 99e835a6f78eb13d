import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const Report = z.object({
  pluginReports: z.array(
    z.object({
      violations: z.array(
        z.object({
          ruleName: z.string(),
          violatingConstructs: z.array(z.object({ constructPath: z.string() })),
        }),
      ),
    }),
  ),
});

/** The findings of cdk-nag for a synthesized assembly, one line for each rule and construct. */
export function findingsIn(folder: string): string[] {
  const report = Report.parse(JSON.parse(readFileSync(join(folder, 'validation-report.json'), 'utf8')));
  return report.pluginReports.flatMap(({ violations }) =>
    violations.flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => `${ruleName}: ${constructPath}`),
    ),
  );
}
