/** Why the database did not do what was asked, for messages to the user. */
import { isDatabaseProblem } from '../../engine/stored-code';
import { errorMessage } from '../../shared/error-message';

export interface DatabaseFault {
  readonly text: string;
  /** It refused the password, or none is saved. */
  readonly isAboutPassword: boolean;
}

export function databaseFault(error: unknown): DatabaseFault {
  // Some messages also say what to do on the command line.
  const text = errorMessage(error)
    .replace(/: (?:give it in|set) PGPASSWORD.*/, '')
    .replace('--ca FILE or ', '');
  const isAboutPassword = isDatabaseProblem(error) ? error.reason === 'password' : /\bpassword\b/.test(text);
  return { text, isAboutPassword };
}
