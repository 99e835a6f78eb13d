import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { StageConfiguration } from '../stage.ts';
import { metricsOnly } from './firewall.ts';

/** The longest window that AWS WAF offers: ten minutes. */
const WINDOW_SECONDS = 600;
/** A hall of this many people may share one address, and all of them may sign in within the window. */
const VISITORS = 10_000;
/**
 * A sign-in by SRP with a second factor takes InitiateAuth, RespondToAuthChallenge twice, and in some libraries GetUser.
 * A new visitor needs as many: SignUp, ConfirmSignUp, InitiateAuth and RespondToAuthChallenge.
 */
const REQUESTS_OF_A_VISITOR = 4;
/** A quarter more, for retries, and because AWS WAF counts only approximately. */
const MARGIN = 1.25;

/**
 * The operations that send a mail. AWS WAF sees the header with the name of the operation, but no names, addresses or
 * passwords: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-waf.html
 */
const MAILING_OPERATIONS =
  '\\.(signup|resendconfirmationcode|forgotpassword|updateuserattributes|getuserattributeverificationcode)';

/**
 * The firewall of the user pool, which limits the requests of one IP address. To a blocked caller, Cognito returns its error
 * `ForbiddenException`. The firewall has no log, because each entry would contain the address of somebody who signs in.
 */
export class SignInFirewall extends Construct {
  constructor(scope: Construct, id: string, stage: Pick<StageConfiguration, 'name'>, userPoolArn: string) {
    super(scope, id);
    const rules = [
      limitingRule('mails', VISITORS * MARGIN, MAILING_OPERATIONS),
      limitingRule('requests', VISITORS * REQUESTS_OF_A_VISITOR * MARGIN),
    ];
    // L1: CDK has no L2 for web ACLs.
    const { attrArn } = new CfnWebACL(this, 'Rules', {
      name: signInFirewallName(stage),
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: metricsOnly(signInFirewallName(stage)),
      rules: rules.map((rule, priority) => ({ ...rule, priority })),
    });
    new CfnWebACLAssociation(this, 'Association', { resourceArn: userPoolArn, webAclArn: attrArn });
  }
}

/** The name of the web ACL, which is also the value of its CloudWatch dimension `WebACL`. */
export const signInFirewallName = ({ name }: Pick<StageConfiguration, 'name'>): string =>
  `sihat-${name}-sign-in`;

/** @param operations a regular expression for the operations that count, in lower case; by default, all of them */
function limitingRule(
  name: string,
  limit: number,
  operations?: string,
): Omit<CfnWebACL.RuleProperty, 'priority'> {
  const scopeDownStatement = operations !== undefined && {
    regexMatchStatement: {
      fieldToMatch: { singleHeader: { Name: 'x-amz-target' } },
      regexString: operations,
      textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
    },
  };
  return {
    name,
    statement: {
      rateBasedStatement: {
        aggregateKeyType: 'IP',
        limit,
        evaluationWindowSec: WINDOW_SECONDS,
        ...(scopeDownStatement && { scopeDownStatement }),
      },
    },
    action: { block: {} },
    visibilityConfig: metricsOnly(name),
  };
}
