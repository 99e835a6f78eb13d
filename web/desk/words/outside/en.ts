/** The words of the pages outside of a workplace, in one file for each language. */
export const words = {
  /** The choice between several workplaces, and how to get one. */
  workplaces: {
    title: 'Choose a workplace',
    hint: 'If you have only one workplace, you do not see this page. This tab remembers your choice until you sign out.',
    handout: 'Counter: hand out gifts.',
    team: 'Members and invitations.',
    clinic: 'Patients: read and add notes.',
    none: 'You do not have a workplace here yet',
    noneLead: 'You are signed in. The desk is for people who work in a clinic, at a counter or in a company.',
    how: 'How to get access',
    howWork: 'Counter or company',
    howWorkText:
      'Ask the owner or HR admin for an invitation, and accept it in the Sihat app with this account.',
    howPractise: 'Practitioner',
    howPractiseText: 'Ask Sihat to verify you. An administrator compares your licence with the register.',
    howOwn: 'Only your own health data',
    howOwnText: 'Use the Sihat app.',
    checkAgain: 'Check again',
  },

  /** The switch of mails. */
  mails: {
    title: 'Emails',
    lead: 'Sihat emails you when requests wait for you, once a day, and before your verification ends. These emails name nobody.',
    wanted: 'Send me these emails',
    language: 'Language of the emails',
    allLanguages: 'All three languages',
    always: 'Codes, and the email that says that your account is erased, are always sent.',
    save: 'Save',
    saved: 'Saved',
    back: 'Back to the desk',
  },
};

export type OutsideWords = typeof words;
