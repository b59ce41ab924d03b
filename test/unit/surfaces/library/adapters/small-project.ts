/** A folder with a few files, for the adapters. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../index/file/index-folders';

export const usersText = `import hashlib


def hash_of(password):
    """The hash of a password."""
    return hashlib.sha256(password).hexdigest()


class Users:
    def check(self, name, password):
        """Compares the password of a user with the stored hash."""
        return self.stored[name] == hash_of(password)

    def remove(self, name):
        del self.stored[name]
`;

/** The text of two files that are equal, so that one text has several places. */
export const repeatedText = `def same():
    return 1


def other():
    return 2


def same():
    return 1
`;

export function smallProject(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'sübfolder'));
  writeFileSync(join(folder, 'users.py'), usersText);
  writeFileSync(
    join(folder, 'sübfolder', 'mail.ts'),
    'import { send } from "./smtp";\r\n\r\nexport function newsletter(to: string) {\r\n  return send(to);\r\n}\r\n',
  );
  writeFileSync(join(folder, '.env'), 'SECRET=of-the-folder\n');
  return folder;
}
