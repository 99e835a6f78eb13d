import { networkInterfaces } from 'node:os';

/** Returns the IPv4 addresses at which other devices in the same networks reach this machine. */
export const networkAddresses = (interfaces = networkInterfaces()): readonly string[] =>
  Object.values(interfaces)
    .flatMap((addresses = []) => addresses)
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
