import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { stages } from '../../infra/stages.ts';
import { testSettings } from '../support/settings.ts';
import type { Answer } from './recorded-engine.ts';
import { median } from './statistics.ts';

export const ISSUER = `https://cognito-idp.${stages.dev.region}.amazonaws.com/${stages.dev.region}_Bench0000`;
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

/** The first request of a process, and what answers the calls that it causes. */
export interface FirstRequest {
  readonly event: object;
  /** What the response has to be. */
  readonly statusCode: number;
  /** What the process takes for the current time, in milliseconds since 1970. */
  readonly now: number;
  /** The environment variables that differ from those of other processes. */
  readonly environment: Readonly<Record<string, string>>;
  readonly answers: readonly Answer[];
  /** The key set of the issuer. */
  readonly jwks: object;
}

/**
 * The cold starts of one module, each in a new process with Lambda's environment, in milliseconds: the import, and after it,
 * perhaps, a first request. Connections through TLS end inside the process, so a request takes only our own processor time.
 */
export class ColdStarts {
  readonly #module: string;
  readonly #request: FirstRequest | undefined;
  readonly #elapsed: number[] = [];
  readonly #processor: number[] = [];
  readonly #first: number[] = [];

  constructor(module: string, request?: FirstRequest) {
    this.#module = module;
    this.#request = request;
  }

  /** Starts the module once more. The process has no compile cache, because its environment names none. */
  async measure(): Promise<void> {
    const script = scriptOf(pathToFileURL(this.#module).href, this.#request);
    const running = promisify(execFile)(process.execPath, ['--input-type=module'], {
      env: { ...ENVIRONMENT, ...this.#request?.environment },
    });
    running.child.stdin?.end(script);
    const { stdout } = await running;
    const [elapsed, processor, first] = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
    this.#elapsed.push(elapsed);
    this.#processor.push(processor);
    if (this.#request) this.#first.push(first);
  }

  /** Drops what was measured so far. */
  forget(): void {
    for (const times of [this.#elapsed, this.#processor, this.#first]) times.length = 0;
  }

  /** The fastest import. */
  get elapsed(): number {
    return Math.min(...this.#elapsed);
  }

  /** The median processor time of an import, which other work on the machine changes less. */
  get processor(): number {
    return median(this.#processor);
  }

  /** The median processor time of the first request. */
  get first(): number {
    return median(this.#first);
  }

  /** The median processor time of both. */
  get together(): number {
    return median(this.#processor.map((time, n) => time + (this.#first[n] ?? Number.NaN)));
  }
}

const scriptOf = (module: string, request: FirstRequest | undefined): string => `
  ${request ? surroundingsOf(request) : ''}
  const now = () => Number(process.hrtime.bigint()) / 1e6;
  const processor = (before) => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const [startedAt, before] = [now(), process.cpuUsage()];
  const { handler } = await import(${JSON.stringify(module)});
  const [elapsed, imported, imports] = [now() - startedAt, processor(before), process.cpuUsage()];
  ${request ? `const { statusCode } = await handler(${JSON.stringify(request.event)}, {});` : ''}
  const first = processor(imports);
  ${request ? `if (statusCode !== ${request.statusCode}) throw new Error('answered ' + statusCode);` : ''}
  process.stdout.write('\\n' + JSON.stringify([elapsed, imported, first]));
  process.exit();`;

/** The time of the request, and an end of each TLS connection inside of the process. */
const surroundingsOf = ({ now, answers, jwks }: FirstRequest): string => `
  const [net, tls, { Duplex }] = ['net', 'tls', 'stream'].map((name) => process.getBuiltinModule('node:' + name));
  const RealDate = Date;
  const ahead = ${now} - RealDate.now();
  globalThis.Date = class extends RealDate {
    constructor(...given) { given.length === 0 ? super(RealDate.now() + ahead) : super(...given); }
    static now() { return RealDate.now() + ahead; }
  };
  const answers = ${JSON.stringify(answers)};
  const bodyFor = (head, request) => {
    if (head.startsWith('GET')) return ${JSON.stringify(JSON.stringify(jwks))};
    const [, operation] = /x-amz-target: \\w+\\.(\\w+)/i.exec(head) ?? [];
    const asked = answers.filter((answer) => answer.operation === operation);
    // Calls with new ids get the response to the first other call that is left.
    const answer = asked.find((answer) => answer.request === request) ?? asked[0];
    if (!answer) throw new Error('nothing was recorded for ' + operation);
    answers.splice(answers.indexOf(answer), 1);
    return answer.response;
  };
  const noop = () => {};
  const reply = (socket, [head, ...parts]) => {
    const body = Buffer.from(bodyFor(head, parts.join('')));
    const lines = ['HTTP/1.1 200 OK', 'Content-Type: application/x-amz-json-1.0', 'Content-Length: ' + body.length, '', ''];
    setImmediate(() => socket.push(Buffer.concat([Buffer.from(lines.join('\\r\\n')), body])));
  };
  tls.connect = ({ host }) => {
    // As in a connection to the network.
    net.isIP(host);
    const socket = new Duplex({
      read: noop,
      write(chunk, _, done) { done(); reply(socket, [String(chunk)]); },
      writev(chunks, done) { done(); reply(socket, chunks.map(({ chunk }) => String(chunk))); },
    });
    return Object.assign(socket, { setTimeout: noop, setKeepAlive: noop, setNoDelay: noop, ref: noop, unref: noop });
  };`;
