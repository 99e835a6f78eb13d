import {
  CreatePlatformApplicationCommand,
  paginateListPlatformApplications,
  SetPlatformApplicationAttributesCommand,
  SNSClient,
} from '@aws-sdk/client-sns';
import type { AwsConnection } from '../aws-connection.ts';
import type { PushConfiguration, StageConfiguration } from '../stage.ts';

/** What Apple and Google give to the owner of an app. */
export interface PushCredentials {
  readonly apple: {
    readonly key: string;
    readonly keyId: string;
    readonly team: string;
    readonly bundle: string;
  };
  /** The private key of a service account, as JSON. */
  readonly google: string;
}

/** Amazon SNS reaches no phones from Malaysia. */
const REGION = 'ap-southeast-1';

/**
 * Creates the platform applications of a stage, or gives the existing ones new credentials, so that the endpoints of phones stay.
 * https://docs.aws.amazon.com/sns/latest/api/API_CreatePlatformApplication.html
 * @returns the setting `push` of the stage
 */
export async function createPlatformApplications(
  stage: StageConfiguration['name'],
  { apple, google }: PushCredentials,
  connection: AwsConnection = {},
): Promise<PushConfiguration> {
  const client = new SNSClient({ ...connection, region: REGION });
  const Name = `sihat-${stage}`;

  async function applicationOf(Platform: 'APNS' | 'GCM', Attributes: Record<string, string>) {
    for await (const { PlatformApplications = [] } of paginateListPlatformApplications({ client }, {})) {
      const known = PlatformApplications.find(({ PlatformApplicationArn: arn }) =>
        arn?.endsWith(`:app/${Platform}/${Name}`),
      );
      if (known?.PlatformApplicationArn === undefined) continue;
      const { PlatformApplicationArn } = known;
      await client.send(new SetPlatformApplicationAttributesCommand({ PlatformApplicationArn, Attributes }));
      return PlatformApplicationArn;
    }
    const { PlatformApplicationArn = '' } = await client.send(
      new CreatePlatformApplicationCommand({ Name, Platform, Attributes }),
    );
    return PlatformApplicationArn;
  }

  const ios = await applicationOf('APNS', {
    PlatformCredential: apple.key,
    PlatformPrincipal: apple.keyId,
    ApplePlatformTeamID: apple.team,
    ApplePlatformBundleID: apple.bundle,
  });
  const android = await applicationOf('GCM', { PlatformCredential: google });
  const accountOf = (arn: string) => arn.split(':')[4] ?? '';
  return {
    region: REGION,
    ios: `arn:aws:sns:${REGION}:${accountOf(ios)}:app/APNS/${Name}`,
    android: `arn:aws:sns:${REGION}:${accountOf(android)}:app/GCM/${Name}`,
  };
}
