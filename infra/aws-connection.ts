import type { SSMClientConfig } from '@aws-sdk/client-ssm';

/** How a command connects to AWS. The default is AWS with the credentials of the shell; tests replace it. All clients accept it. */
export type AwsConnection = Pick<SSMClientConfig, 'endpoint' | 'credentials' | 'profile'>;
