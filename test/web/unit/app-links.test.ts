import { expect, it } from 'vitest';
import { APP_LINKS, APPLE_FILE, appLinks } from '../../../web/app-links.ts';

const read = (files: ReturnType<typeof appLinks>, path: string) => {
  const file = files.get(path);
  expect(file?.contentType).toBe('application/json');
  return JSON.parse(String(file?.body));
};

it('the files for phones name the apps of a stage, for the links of exhibitions and invitations', () => {
  const files = appLinks({
    apps: {
      ios: ['ABCDE12345.my.sihat.app'],
      android: [{ package: 'my.sihat.app', fingerprints: ['14:6D:E9'] }],
    },
  });
  expect(read(files, APPLE_FILE)).toEqual({
    applinks: {
      details: [
        {
          appIDs: ['ABCDE12345.my.sihat.app'],
          components: [{ '/': '/join/*' }, { '/': '/invitation' }],
        },
      ],
    },
  });
  expect(read(files, APP_LINKS.android)).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: 'my.sihat.app',
        sha256_cert_fingerprints: ['14:6D:E9'],
      },
    },
  ]);
});

it('the files for phones name no app where a stage has none', () => {
  expect(read(appLinks({}), APPLE_FILE)).toEqual({ applinks: { details: [] } });
  expect(read(appLinks({}), APP_LINKS.android)).toEqual([]);
});
