import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { stages } from '../../infra/stages.ts';
import { testSettings } from '../support/settings.ts';
import { median } from './statistics.ts';

const ISSUER = `https://cognito-idp.${stages.dev.region}.amazonaws.com/${stages.dev.region}_Bench0000`;
/** The environment variables of all functions together. */
const ENVIRONMENT = {
  AWS_LAMBDA_RUNTIME_API: '127.0.0.1:1',
  AWS_REGION: stages.dev.region,
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  TABLE_NAME: stages.dev.tableName,
  LEDGER_TABLE_NAME: `${stages.dev.tableName}-ledger`,
  USER_POOL_ID: `${stages.dev.region}_Bench0000`,
  TOKEN_ISSUER: ISSUER,
  TOKEN_CLIENT_ID: 'bench',
  TOKEN_JWKS_URI: `${ISSUER}/.well-known/jwks.json`,
  ...testSettings,
};

/** The imports of one module, each in a fresh process with Lambda's environment, in milliseconds. */
export class ImportTimes {
  readonly #module: string;
  readonly #elapsed: number[] = [];
  readonly #processor: number[] = [];

  constructor(module: string) {
    this.#module = module;
  }

  /** Imports the module once more. The process has no compile cache, because its environment names none. */
  async measure(): Promise<void> {
    const script = `const start = performance.now();
      const before = process.cpuUsage();
      await import(${JSON.stringify(pathToFileURL(this.#module).href)});
      const { user, system } = process.cpuUsage(before);
      process.stdout.write(JSON.stringify([performance.now() - start, (user + system) / 1000]));
      process.exit();`;
    const process_ = [process.execPath, ['--input-type=module', '--eval', script]] as const;
    const { stdout } = await promisify(execFile)(...process_, { env: ENVIRONMENT });
    const [elapsed, processor] = JSON.parse(stdout);
    this.#elapsed.push(elapsed);
    this.#processor.push(processor);
  }

  /** Drops what was measured so far. */
  forget(): void {
    this.#elapsed.length = 0;
    this.#processor.length = 0;
  }

  /** The fastest import. */
  get elapsed(): number {
    return Math.min(...this.#elapsed);
  }

  /** The median processor time, which other work on the machine changes less. */
  get processor(): number {
    return median(this.#processor);
  }
}
