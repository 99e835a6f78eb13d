import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { StageConfiguration } from '../stage.ts';
import { type AlarmTarget, addAlarm } from './alarms.ts';
import type { Metrics } from './metrics.ts';

/** The minimum number of sign-ups in 15 minutes for a meaningful rate. */
const ENOUGH_SIGN_UPS = 20;

/** The mails of an hour of sign-ups that are a fifth of a day's: of 50,000, which production needs, or of Cognito's own 50. */
const MANY_SIGN_UPS = { ownMail: 10_000, cognitoMail: 10 };

/** The requests that Cognito throttles separately, by the name of the metric. */
const COGNITO_THROTTLES = {
  SignInThrottles: 'sign-ins',
  SignUpThrottles: 'sign-ups',
  TokenRefreshThrottles: 'refreshes of tokens',
} as const;

/** Adds the alarms for what happens between the apps and the user pool, where no function of the stage runs. */
export function addSignInAlarms(
  scope: Construct,
  target: AlarmTarget & { readonly stage: StageConfiguration },
  metrics: Metrics,
): void {
  const signUps = target.stage.userPool?.mail ? MANY_SIGN_UPS.ownMail : MANY_SIGN_UPS.cognitoMail;
  addAlarm(scope, 'SignUps', target, {
    metric: metrics.userPool('SignUpSuccesses', { period: Duration.hours(1) }),
    threshold: signUps,
    meaning: `At least ${signUps} people signed up within an hour, and each got a mail. At this rate, the mails of a day are used up after five hours, and then nobody can sign up or reset a password.`,
  });
  addAlarm(scope, 'SignUpsFailing', target, {
    metric: metrics.signUpFailureRate({ atLeast: ENOUGH_SIGN_UPS }),
    threshold: 50,
    meaning:
      'At least half of the sign-ups failed within 15 minutes. The most likely cause is that Cognito cannot send mails, because the quota of mails is used up or SES has paused sending.',
  });
  for (const [metricName, requests] of Object.entries(COGNITO_THROTTLES)) {
    addAlarm(scope, metricName, target, {
      metric: metrics.userPool(metricName),
      threshold: 10,
      meaning: `Cognito throttled ${requests} at least ten times in five minutes, because all user pools of the account exceeded a quota of requests a second.`,
    });
  }
  addAlarm(scope, 'BlockedSignIns', target, {
    metric: metrics.blockedSignIns(),
    threshold: 500,
    meaning:
      'The firewall of the user pool blocked at least 500 requests in five minutes. Either someone is flooding sign-up or sign-in from one address, or a hall behind one address is larger than the limits allow.',
  });
}
