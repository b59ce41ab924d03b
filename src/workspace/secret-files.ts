/**
 * Files that hold secrets, by their names and by what is in them: the union of the lists of gitleaks, gitrob and GitHub. They are not
 * indexed, and not shown to agents. A name that people also give to source code (`secrets.ts`, `id_map.py`) is not enough; neither is a
 * token in code, where tests and documentation are full of examples.
 */
import type { Skipped } from './skip-reasons';

const names = words(
  '.netrc _netrc .authinfo .pgpass .htpasswd .htdigest .git-credentials .credentials credentials .passwd .secret .secrets',
  '.npmrc .pypirc .envrc .dockercfg .dockerconfigjson kubeconfig .kubeconfig .s3cfg .boto .databrickscfg .terraformrc terraform.rc',
  '.my.cnf .mylogin.cnf .pg_service.conf .dbeaver-data-sources.xml robomongo.json proftpdpasswd .cvspass .p4tickets .smbcredentials',
  '.vault-token .vault-password .vault_pass .vault_pass.txt .vault_password vault_pass.txt master.key wp-config.php',
  '.muttrc .msmtprc .fetchmailrc .esmtprc .remote-sync.json sftp-config.json .ftpconfig filezilla.xml sitemanager.xml recentservers.xml',
  '.bash_history .zsh_history .sh_history .psql_history .mysql_history .sqlite_history .rediscli_history .python_history .irb_history',
  '.node_repl_history shadow gshadow master.passwd secring.gpg secring.asc otr.private_key key.properties',
  'keystore.properties signingconfig.properties settings-security.xml local.settings.json accesstokens.json msal_token_cache.json',
  'application_default_credentials.json kaggle.json rclone.conf',
);

/** In their folders: `config.json` alone is anybody's. */
const places =
  /(?:^|\/)(?:\.ssh\/(?!config$).|\.gnupg\/|\.password-store\/|\.aws\/(?:credentials$|cli\/cache\/|sso\/cache\/)|\.docker\/config\.json$|\.kube\/config$|\.gem\/credentials$|\.cargo\/credentials(?:\.toml)?$|\.config\/gcloud\/|gh\/hosts\.ya?ml$|\.config\/hub$|\.composer\/auth\.json$|\.m2\/settings\.xml$|\.bundle\/config$|\.subversion\/auth\/|\.vnc\/passwd$|\.purple\/accounts\.xml$|huggingface\/token$|\.netlify\/config\.json$|\.config\/doctl\/config\.yaml$)/;

/** What a path has that any of the expressions below can match. */
const hint =
  /env|tfstate|tfvars|_rsa|dsa|ed25519|id_xmss|secret|credential|account|adminsdk|private|krb5cc|(?:^|\/)(?:\.|gh\/)|hub$|huggingface/;

const keyExtensions = words(
  'pem key p12 pfx p8 pkcs12 jks jceks bks bcfks keystore keytab keychain keyring agilekeychain ppk pvk kdb kdbx ovpn',
);
/** No expression below takes such a file for a secret, unless a folder does: most files need no other look. */
const sources = words(
  'ts tsx mts cts js jsx mjs cjs py pyi go rs java kt scala c h cc cpp cxx hpp hh m mm cs fs vb rb php swift dart lua sh bash',
  'sql css scss less html vue svelte md mdx rst tex ex exs erl hs ml clj groovy pl pm r jl zig nim tf',
);
const settingExtensions = words('env tfstate tfvars');

const patterns: readonly RegExp[] = [
  /^id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?:_sk)?(?:[-_][\w-]+)?(?:\.(?:bak|old|orig|key|txt|priv|private))?$/,
  /^[\w-]+_(?:rsa|dsa|ecdsa|ed25519)$/,
  /^\.env(?:\.|$)|\.env\.(?:dev|development|test|staging|stage|prod|production|local)$/,
  /\.tfstate\.|\.tfvars\.json$/,
  /private.*\.(?:asc|gpg|pgp)$|^krb5cc_/,
  // Words that say it, in names of configuration alone.
  /^(?:client[-_])?secrets(?:[-_.](?:dev|development|test|staging|stage|prod|production|local))?\.(?:json|ya?ml|toml|ini|properties|xml|conf|cfg|txt)$/,
  /^(?:client[-_]secret|service[-_]?account)[-_.\w]*\.json$|[-_.]service[-_]?account(?:[-_.]key)?\.json$|firebase-adminsdk[-_.\w]*\.json$/,
  /^(?:(?:google|gcp|gcloud|aws|azure)[-_])?credentials\.(?:json|ya?ml|toml|ini|properties|xml|csv|conf|cfg|txt)$/,
];

/** What is written to be copied and filled in. */
const example = /(?:^|[-_.])(?:example|sample|template|tpl|dist|default|schema)s?(?:[-_.]|$)/;
/** Charts of Helm: their values come later. */
const chart = /(?:^|\/)templates\/.*\.ya?ml$/;

export function secretByName(path: string): Skipped | undefined {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  return isSecretName(name, lower)
    ? { reason: 'secret', message: 'looks like a secret, judging by its name' }
    : undefined;
}

function isSecretName(name: string, path: string): boolean {
  const dot = name.lastIndexOf('.');
  const extension = dot < 0 ? '' : name.slice(dot + 1);
  if (names.has(name) || keyExtensions.has(extension)) return true;
  if ((sources.has(extension) && !path.startsWith('.') && !path.includes('/.')) || !hint.test(path)) return false;
  if (places.test(path)) return true;
  if (example.test(name) || chart.test(path)) return false;
  return settingExtensions.has(extension) || patterns.some((pattern) => pattern.test(name));
}

/** Characters in which a private key begins, if the file is one. */
const keyHead = 4096;
/** Besides white space: a key in the quoted lines of a program, or in JSON. */
const keyBody =
  /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:[\s"'`+,;|\\]|\\[rn])*(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash):[^\n\\]*(?:\s|\\[rn])*)*(?:[A-Za-z0-9+/=]+(?:[\s"'`+,]|\\[rn])*){1,4}/;
const minKeyLetters = 40;

const configuration = /\.(?:json|jsonc|json5|ya?ml|toml|ini|env|properties|xml|cfg|conf|config)$/i;
const tokens =
  /\b(?:(?:AKIA|ASIA)[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{50,255}|glpat-[\w-]{20,}|xox[abeoprs]-[\w-]{20,}|[sr]k_live_[A-Za-z0-9]{16,}|sk-(?:ant|proj|svcacct)-[\w-]{30,}|AIza[\w-]{35}|npm_[A-Za-z0-9]{36}|hf_[A-Za-z]{30,}|SG\.[\w-]{20,24}\.[\w-]{40,}|dop_v1_[a-f0-9]{64}|pypi-AgEI[\w-]{40,}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|AGE-SECRET-KEY-1[0-9A-Z]{58}|hooks\.slack\.com\/services\/T\w+\/B\w+\/\w{20,}|aws_secret_access_key["']?\s*[:=]\s*["']?[A-Za-z0-9/+]{40}|client-key-data["']?\s*:\s*["']?[A-Za-z0-9+/=]{40,}|ClearTextPassword["']?\s+value\s*=\s*["'][^"']+|_authToken\s*=\s*["']?[\w-]{20,})/g;
const placeholder = /example|x{6}|0{6}|placeholder|changeme|your[-_]|\.\.\./i;
/** Fewer different characters are a placeholder too. */
const minDifferent = 10;

export function secretByContent(path: string, text: string): Skipped | undefined {
  if (hasPrivateKey(text.slice(0, keyHead))) return { reason: 'secret', message: 'looks like a secret: a private key' };
  if (!configuration.test(path)) return undefined;
  for (const [token] of text.matchAll(tokens))
    if (!placeholder.test(token) && new Set(token).size >= minDifferent)
      return { reason: 'secret', message: 'looks like a secret: it has an access token' };
  return undefined;
}

/** A header alone is documentation, except where the file begins with it. */
function hasPrivateKey(head: string): boolean {
  if (!head.includes('PRIVATE KEY')) return false;
  if (/^\s*-----BEGIN [A-Z0-9 ]*PRIVATE KEY/.test(head)) return true;
  const [key = ''] = keyBody.exec(head) ?? [];
  const body = key.slice(key.lastIndexOf('-----') + 5).replace(/\\[rn]/g, '');
  return body.replace(/[^A-Za-z0-9+/=]/g, '').length >= minKeyLetters;
}

function words(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(' ').split(' '));
}
