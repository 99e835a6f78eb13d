/** A response of a service, by default JSON. */
export interface ServiceAnswer {
  readonly status: number;
  readonly body: string;
  readonly contentType?: string;
  /** The error of a service whose bodies do not name it. */
  readonly errorType?: string;
}

/** An error in the format of AWS. */
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
  // DynamoDB uses `message`, or `Message` for denials. The SDK reads both.
  return { status, body: JSON.stringify({ __type: `com.amazonaws#${name}`, message, ...details }) };
}
