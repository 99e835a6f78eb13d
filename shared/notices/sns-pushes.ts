import {
  CreatePlatformEndpointCommand,
  DeleteEndpointCommand,
  EndpointDisabledException,
  InvalidParameterException,
  NotFoundException,
  PublishCommand,
  SNSClient,
  type SNSClientConfig,
} from '@aws-sdk/client-sns';
import type { PushEnvironment } from '../contract/environment.ts';
import { TimedHandler } from '../table/client.ts';
import { seconds } from '../values/clock.ts';
import type { DevicePlatform } from './devices.ts';
import type { Push, PushService } from './pushes.ts';

/**
 * Amazon SNS mobile push, which asks Apple and Google. Its platform applications hold their credentials.
 * https://docs.aws.amazon.com/sns/latest/dg/sns-mobile-application-as-subscriber.html
 *
 * Nothing is stored there beside the token: `CustomUserData` is never set.
 * @param connection only for services other than Amazon SNS itself.
 */
export function snsPushes(
  { PUSH_REGION, PUSH_IOS_APPLICATION, PUSH_ANDROID_APPLICATION }: PushEnvironment,
  connection: SNSClientConfig = {},
): PushService {
  const client = new SNSClient({
    region: PUSH_REGION,
    maxAttempts: 2,
    requestHandler: new TimedHandler(seconds(3), { connectionTimeout: seconds(1) }),
    ...connection,
  });
  const applications = { ios: PUSH_IOS_APPLICATION, android: PUSH_ANDROID_APPLICATION };
  return {
    async endpointOf(platform, token) {
      const input = { PlatformApplicationArn: applications[platform], Token: token };
      try {
        return (await client.send(new CreatePlatformEndpointCommand(input))).EndpointArn;
      } catch (error) {
        if (!(error instanceof InvalidParameterException)) throw error;
        // SNS names the endpoint of the token if its attributes differ. Otherwise it does not take the token.
        return /Endpoint (arn:aws\S*:sns:\S+) already exists/.exec(error.message)?.[1];
      }
    },

    async send(endpoint, platform, push) {
      const input = { TargetArn: endpoint, MessageStructure: 'json', ...messageTo[platform](push) };
      try {
        await client.send(new PublishCommand(input));
        return 'sent';
      } catch (error) {
        if (error instanceof EndpointDisabledException || isGone(error)) return 'disabled';
        throw error;
      }
    },

    async remove(endpoint) {
      try {
        await client.send(new DeleteEndpointCommand({ EndpointArn: endpoint }));
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
  };
}

/** Whether an endpoint does not exist. `Publish` says so in the message of another error. */
const isGone = (error: unknown): boolean =>
  error instanceof NotFoundException ||
  (error instanceof InvalidParameterException && error.message.includes('No endpoint found'));

const attribute = (value: string) => ({ DataType: 'String', StringValue: value });

/**
 * The messages by platform.
 * https://docs.aws.amazon.com/sns/latest/dg/sns-message-attributes.html#sns-attrib-mobile-reserved
 * https://docs.aws.amazon.com/sns/latest/dg/sns-fcm-v1-payloads.html
 */
const messageTo: Readonly<
  Record<DevicePlatform, (push: Push) => Pick<PublishCommand['input'], 'Message' | 'MessageAttributes'>>
> = {
  ios: ({ id, title, line, seconds: left }) => ({
    Message: JSON.stringify({
      default: title,
      APNS: JSON.stringify({ aps: { alert: { title, body: line }, sound: 'default' }, noticeId: id }),
    }),
    MessageAttributes: {
      'AWS.SNS.MOBILE.APNS.TTL': attribute(String(left)),
      'AWS.SNS.MOBILE.APNS.COLLAPSE_ID': attribute(id),
      'AWS.SNS.MOBILE.APNS.PUSH_TYPE': attribute('alert'),
    },
  }),
  android: ({ id, title, line, seconds: left }) => ({
    Message: JSON.stringify({
      default: title,
      GCM: JSON.stringify({
        fcmV1Message: {
          message: {
            notification: { title, body: line },
            data: { noticeId: id },
            // A notification with a tag replaces the one with the same tag, which the phone already shows.
            android: { collapse_key: id, ttl: `${left}s`, notification: { tag: id } },
          },
        },
      }),
    }),
    MessageAttributes: { 'AWS.SNS.MOBILE.FCM.TTL': attribute(String(left)) },
  }),
};
