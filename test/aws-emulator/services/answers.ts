/** An answer of a service that speaks JSON over HTTP. */
export interface ServiceAnswer {
  readonly status: number;
  readonly body: string;
}

/** An error as AWS spells it. */
export class ServiceError extends Error {
  readonly status: number;
  readonly details: object;

  constructor(name: string, message: string, { status = 400, details = {} } = {}) {
    super(message);
    this.name = name;
    this.status = status;
    this.details = details;
  }
}

export const json = (value: unknown): ServiceAnswer => ({ status: 200, body: JSON.stringify(value) });

export function errorAnswer({ name, status, message, details }: ServiceError): ServiceAnswer {
  // DynamoDB says `message` and, where it denies, `Message`: the SDK reads both.
  return { status, body: JSON.stringify({ __type: `com.amazonaws#${name}`, message, ...details }) };
}
