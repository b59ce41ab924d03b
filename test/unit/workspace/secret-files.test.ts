/** Which files are secrets, by their names and by what is in them. */
import assert from 'node:assert/strict';
import { secretByContent, secretByName } from '../../../src/workspace/secret-files';
import { skipByName } from '../../../src/workspace/skip-by-name';

const secrets = `
  .env .env.local .env.production prod.env docker/app.env app.env.local .envrc .ENV
  .npmrc web/.npmrc .pypirc .netrc _netrc .authinfo .git-credentials .credentials credentials
  .aws/credentials home/.aws/credentials .aws/cli/cache/a.json .docker/config.json .dockercfg .kube/config kubeconfig
  .gem/credentials .cargo/credentials .cargo/credentials.toml .composer/auth.json .m2/settings.xml settings-security.xml .bundle/config
  .config/gh/hosts.yml gh/hosts.yml .config/hub .config/gcloud/credentials.db .config/doctl/config.yaml .netlify/config.json
  .terraformrc terraform.rc terraform.tfstate prod.tfstate.backup terraform.tfstate.d.tfstate prod.tfvars prod.auto.tfvars x.tfvars.json
  .ssh/id_rsa .ssh/known_hosts id_rsa id_dsa id_ecdsa id_ed25519 id_ed25519_sk id_rsa.bak id_rsa_github deploy_rsa host_ed25519 ID_RSA
  server.pem server.key a.p12 a.pfx a.p8 a.jks a.keystore a.kdbx a.kdb a.ppk a.pvk a.keytab a.jceks a.bks a.ovpn login.keychain
  my-private.asc private-key.gpg secring.gpg .gnupg/pubring.kbx .password-store/a.gpg krb5cc_1000 otr.private_key
  .htpasswd .htdigest .pgpass .pg_service.conf .my.cnf .mylogin.cnf .s3cfg .boto .databrickscfg .dbeaver-data-sources.xml
  .vault-token .vault_pass .vault_pass.txt master.key config/master.key shadow etc/shadow etc/gshadow master.passwd
  credentials.json aws-credentials.csv google-credentials.json client_secret.json client_secret_123.json client_secrets.json
  service-account.json service_account_prod.json my-service-account-key.json app-firebase-adminsdk-x1.json application_default_credentials.json
  secrets.json secrets.yml secrets.yaml config/secrets.prod.yml secrets.toml secrets.properties local.settings.json key.properties
  wp-config.php filezilla.xml sitemanager.xml recentservers.xml sftp-config.json .ftpconfig .remote-sync.json robomongo.json
  .muttrc .msmtprc .bash_history .zsh_history .psql_history .mysql_history .python_history .node_repl_history
  kaggle.json rclone.conf .cache/huggingface/token .subversion/auth/svn.simple/1 .vnc/passwd .purple/accounts.xml`;

const others = `
  secrets.ts secret.py secrets.go secrets.test.ts use-secrets.md credentials.go credentials.ts credentials_test.py tokens.json token.ts
  id_map.py id_rsa.py id_rsa.pub ids.json key.rs keys.ts keyboard.c keystore.go keychain.swift private.ts private-key.go pem.go env.ts
  .env.example .env.sample .env.template .env.dist .env.schema .env.example.local example.env prod.env.example env.d.ts environment.ts env bin/env key pem
  terraform.tfvars.example main.tf variables.tf secrets-sample.yml secrets.example.yml chart/templates/secrets.yaml templates/secret.yaml
  .ssh/config config.json docker/config.json kube/config.ts hosts.yml ansible/hosts.yml auth.json locales/en/auth.json config/hub.ts
  service-account.ts service_account.py settings.xml shadow.css shadow/index.ts passwd.c htpasswd.py npmrc.md
  wp-config-sample.php package.json tsconfig.json .gitignore .github/workflows/ci.yml bash_history.py history.ts vault.yml public.asc`;

const names = (list: string): string[] => list.split(/\s+/).filter((name) => name !== '');
const body = 'MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MhgwMbRvI0MBZhpI';
const token = (...parts: readonly string[]): string => parts.join('');

describe('a secret file', () => {
  it('is known by its name, in any case and any folder', () => {
    assert.ok(names(secrets).length >= 75);
    for (const name of names(secrets))
      for (const path of [name, `a/b/${name}`, name.toUpperCase()]) assert.ok(secretByName(path), path);
  });

  it('is not taken for source code, examples and configuration that people share', () => {
    for (const name of names(others))
      for (const path of [name, `a/${name}`]) assert.equal(secretByName(path), undefined, path);
  });

  it('is listed as a secret', () => {
    assert.deepEqual(skipByName('conf/.env'), {
      reason: 'secret',
      message: 'looks like a secret, judging by its name',
    });
  });

  it('is known by a private key near its beginning, whatever its name', () => {
    const header = token('-----BEGIN RSA PRIVATE', ' KEY-----');
    for (const text of [
      `${header}\n${body}\n`,
      `${header}\nMII\n`,
      `# deploy\n\n${header}\n${body}\n`,
      `${header}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,1F\n\n${body}\n`,
      `{"type": "x", "private_key": "${header}\\n${body}\\n"}`,
      `const key =\n  "${header}\\n" +\n  "${body}\\n";\n`,
      `${'x\n'.repeat(1500)}${token('-----BEGIN PGP PRIVATE', ' KEY BLOCK-----')}\nVersion: 1\n\n${body}\n`,
      `a\r\n${header}\r\n${body}\r\n`,
    ])
      assert.equal(secretByContent('a.txt', text)?.message, 'looks like a secret: a private key', text.slice(0, 80));
  });

  it('is no documentation that shows where a key begins', () => {
    const header = token('-----BEGIN PRIVATE', ' KEY-----');
    for (const text of [
      `# Keys\n\nThe file starts with \`${header}\`.\n`,
      `# Keys\n\n    ${header}\n    ...\n    -----END PRIVATE KEY-----\n`,
      `# Keys\n\n${header}\nMIIEpAIBAAKCAQEA…\n-----END PRIVATE KEY-----\n`,
      `if (text.startsWith('${header}')) return 'pem';\nconst kind = 'private';\n`,
      `# Certificate\n-----BEGIN CERTIFICATE-----\n${body}\n`,
      `# Key\n-----BEGIN PUBLIC KEY-----\n${body}\n`,
    ])
      assert.equal(secretByContent('a.md', text), undefined, text);
  });

  const letters = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6a7B8c9D0';
  const tokens = [
    token('AKIA', 'Q3EGRIJ7ZKX2MNPL'),
    token('ghp_', letters.slice(0, 36)),
    token('github_', 'pat_', letters.slice(0, 59)),
    token('glpat-', letters.slice(0, 20)),
    token('xoxb-', '123456789012-', letters.slice(0, 24)),
    token('sk_live_', letters.slice(0, 24)),
    token('AIza', letters.slice(0, 35)),
    token('npm_', letters.slice(0, 36)),
    token('hf_', 'aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH'),
    token('SG.', letters.slice(0, 22), '.', letters.slice(0, 43)),
    token('sk-ant-', 'api03-', letters.slice(0, 40)),
    token('aws_secret_access_key', ' = ', letters.slice(0, 40)),
  ];

  it('is configuration that has a token', () => {
    for (const one of tokens)
      for (const path of ['a.json', 'conf/a.yml', 'a.TOML', 'a.ini', 'a.properties', 'a.xml', 'a.conf'])
        assert.match(secretByContent(path, `{"key": "${one}"}`)?.message ?? '', /access token/, `${path} ${one}`);
  });

  it('is not code or text with a token, and no placeholder', () => {
    for (const one of tokens)
      for (const path of ['a.ts', 'README.md', 'a_test.go'])
        assert.equal(secretByContent(path, `const key = "${one}";`), undefined, path);
    for (const text of [
      token('AKIA', 'IOSFODNN7EXAMPLE'),
      token('ghp_', 'x'.repeat(36)),
      token('sk_live_', '0'.repeat(24)),
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
      'npm_config_registry = https://registry.npmjs.org',
    ])
      assert.equal(secretByContent('a.yml', `key: ${text}`), undefined, text);
  });

  it('is never quoted in its message', () => {
    for (const one of tokens) assert.ok(!secretByContent('a.json', one)?.message.includes(one.slice(0, 8)));
  });
});
