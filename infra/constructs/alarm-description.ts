/**
 * Describes what happened and what it means, and links to the runbook. A test asserts that the runbook has exactly one
 * entry for each alarm of the synthesized templates.
 */
export function alarmDescription(alarmId: string, meaning: string): string {
  return `${meaning} Runbook: docs/operations.md#${runbookAnchor(alarmId)}`;
}

/** The anchor of an alarm in the runbook: `alarm-gateway-errors` for the alarm `GatewayErrors`. */
function runbookAnchor(alarmId: string): string {
  return `alarm-${alarmId.replaceAll(/(?<=[a-z\d])[A-Z]/g, '-$&').toLowerCase()}`;
}
