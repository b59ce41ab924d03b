/** The database of a team. */
import { text } from './option';

export const databaseOptions = {
  url: text({
    default: '',
    setting: { id: 'database.url', scope: 'machine' },
    description:
      'The PostgreSQL database (with pgvector) of your team, for *Push to Database…* and *Choose Search Scope…*: `postgresql://USER@HOST:PORT/DATABASE`. Do not put a password here: use *Set Database Password…*. Connections to other hosts are encrypted and the certificate is checked, unless the address has `?sslmode=…`; `?sslrootcert=FILE` names your certificate authority.',
  }),
};
