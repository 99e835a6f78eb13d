import { type Files, JSON_TYPE, type PageSettings } from './page-files.ts';

/** The files by which phones learn which apps open the links of the platform. Their addresses are fixed. */
export const APP_LINKS = {
  apple: '/.well-known/apple-app-site-association',
  android: '/.well-known/assetlinks.json',
} as const;

/** Apple's file has no ending, by which S3 would know its type, so its file has another name than its address. */
export const APPLE_FILE = `${APP_LINKS.apple}.json` as const;

/**
 * Builds both files. Without apps they name none.
 * https://developer.apple.com/documentation/bundleresources/applinks
 * https://developers.google.com/digital-asset-links/v1/getting-started
 */
export function appLinks({ apps: { ios = [], android = [] } = {} }: PageSettings): Files {
  const components = [{ '/': '/join/*' }, { '/': '/invitation' }];
  const apple = { applinks: { details: ios.length === 0 ? [] : [{ appIDs: ios, components }] } };
  // Which paths an app for Android opens is in its manifest.
  const google = android.map(({ package: name, fingerprints }) => ({
    relation: ['delegate_permission/common.handle_all_urls'],
    target: { namespace: 'android_app', package_name: name, sha256_cert_fingerprints: fingerprints },
  }));
  return new Map([
    [APPLE_FILE, { contentType: JSON_TYPE, body: JSON.stringify(apple) }],
    [APP_LINKS.android, { contentType: JSON_TYPE, body: JSON.stringify(google) }],
  ]);
}
