/**
 * The steps of the schema. The first version; docs/database.md explains it.
 *
 * A file with a given content is stored once per repository; a branch is a list of files. Embedded texts are addressed by their hash,
 * across all repositories. Vectors of all models share one table without a fixed length; each model has its own index over them
 * (`database-vectors.ts`), because an index needs a fixed length.
 */
export const schema1 = `
create table codegrain.repositories (
  id integer generated always as identity primary key,
  name text not null unique
);
create table codegrain.models (
  id integer generated always as identity primary key,
  name text not null unique,
  dimensions integer not null
);
create table codegrain.settings (
  id integer generated always as identity primary key,
  model_id integer not null references codegrain.models,
  chunker text not null,
  unique (model_id, chunker)
);
create table codegrain.branches (
  id integer generated always as identity primary key,
  repository_id integer not null references codegrain.repositories on delete cascade,
  name text not null,
  settings_id integer not null references codegrain.settings,
  commit_hash text,
  pushed_at timestamptz,
  unique (repository_id, name)
);
create table codegrain.files (
  id bigint generated always as identity primary key,
  repository_id integer not null references codegrain.repositories on delete cascade,
  settings_id integer not null references codegrain.settings,
  path text not null,
  content_hash text not null,
  size bigint not null,
  language text not null,
  skipped text,
  chunk_count integer not null,
  searched_count integer not null,
  word_count double precision not null,
  unique (repository_id, settings_id, path, content_hash)
);
create table codegrain.branch_files (
  branch_id integer not null references codegrain.branches on delete cascade,
  path text not null,
  file_id bigint not null references codegrain.files,
  primary key (branch_id, path)
);
create index branch_files_file on codegrain.branch_files (file_id, branch_id);
create table codegrain.chunks (
  file_id bigint not null references codegrain.files on delete cascade,
  id text not null,
  chunk_type text not null check (chunk_type in ('child', 'parent', 'standard')),
  parent_chunk_id text,
  hash text,
  path text not null,
  language text not null,
  kind text not null,
  name text not null,
  scope text[] not null,
  start_line integer not null,
  end_line integer not null,
  start_offset integer not null,
  end_offset integer not null,
  text_tokens integer not null,
  total_tokens integer not null,
  text text not null,
  context text not null,
  symbols jsonb not null,
  imports jsonb not null,
  globals jsonb not null,
  word_count real not null,
  words tsvector,
  word_counts jsonb,
  primary key (file_id, id),
  foreign key (file_id, parent_chunk_id) references codegrain.chunks (file_id, id) on delete cascade,
  check ((chunk_type = 'child') = (parent_chunk_id is not null)),
  check ((chunk_type = 'parent') = (hash is null))
) with (toast_tuple_target = 4080);
-- Words stay in the row, where searching reads them; texts, which only hits need, move out of it.
alter table codegrain.chunks alter words set storage main, alter word_counts set storage main;
create index chunks_words on codegrain.chunks using gin (words);
create index chunks_hash on codegrain.chunks (hash);
create table codegrain.embeddings (
  model_id integer not null references codegrain.models on delete cascade,
  hash text not null,
  embedding vector not null,
  primary key (model_id, hash)
);
create table codegrain.words (
  branch_id integer not null references codegrain.branches on delete cascade,
  word text not null,
  chunks integer not null,
  primary key (branch_id, word)
) with (fillfactor = 70);
`;

/**
 * The second version of the schema: every field of the chunk record, and the notes of language models.
 *
 * A file is stored once for each content and notes (`notes_hash`, see `../prepare-file.ts`), because the same content with another note
 * has other words and vectors. Files of the first version lack the new fields. They stay searchable, but under settings that no push
 * has, so the next push of their branch replaces them.
 */
export const schema2 = `
update codegrain.settings set chunker = 'schema 1: ' || chunker;
alter table codegrain.files
  add notes_hash text not null default '',
  add noted_count integer not null default 0,
  drop constraint files_repository_id_settings_id_path_content_hash_key,
  add unique (repository_id, settings_id, path, content_hash, notes_hash);
alter table codegrain.chunks
  add note text,
  add plain_hash text,
  add omitted text[] not null default '{}',
  add message_tokens integer,
  add token_method text,
  add token_accuracy text,
  add overlap_before integer not null default 0,
  add overlap_after integer not null default 0,
  add pieces jsonb,
  add start_message integer,
  add end_message integer,
  add speaker text,
  add strategy text,
  add sequence integer,
  add total integer,
  add fallback text,
  add extra jsonb not null default '{}',
  add check ((note is null) = (plain_hash is null));
-- Parents have a hash in their record too; the first version left it out.
do $do$
declare rule text;
begin
  for rule in select conname from pg_constraint where conrelid = 'codegrain.chunks'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%hash IS NULL%' and pg_get_constraintdef(oid) like '%chunk_type%' loop
    execute format('alter table codegrain.chunks drop constraint %I', rule);
  end loop;
end
$do$;
create view codegrain.records as
  select r.name as repository, b.name as branch, c.path, c.id, jsonb_strip_nulls(jsonb_build_object(
    'id', c.id, 'hash', c.hash, 'path', c.path, 'language', c.language, 'kind', c.kind, 'name', c.name, 'scope', c.scope,
    'startLine', c.start_line, 'endLine', c.end_line, 'start', c.start_offset, 'end', c.end_offset,
    'text', c.text, 'context', c.context, 'note', c.note, 'plainHash', c.plain_hash,
    'imports', c.imports, 'globals', c.globals, 'omitted', c.omitted, 'symbols', c.symbols,
    'tokens', jsonb_build_object('text', c.text_tokens, 'total', c.total_tokens, 'messages', c.message_tokens,
      'method', c.token_method, 'accuracy', c.token_accuracy),
    'role', c.chunk_type, 'strategy', c.strategy, 'sequence', c.sequence, 'total', c.total, 'parent', c.parent_chunk_id,
    'overlap', jsonb_build_object('before', c.overlap_before, 'after', c.overlap_after),
    'pieces', c.pieces, 'startMessage', c.start_message, 'endMessage', c.end_message, 'speaker', c.speaker,
    'fallback', c.fallback) || c.extra) as record
  from codegrain.branches b join codegrain.repositories r on r.id = b.repository_id
    join codegrain.branch_files l on l.branch_id = b.id join codegrain.chunks c on c.file_id = l.file_id;
`;

/**
 * The third version of the schema: a chunk takes about half the space, and how much a branch has is known without adding up its files.
 *
 * Vectors have 16 bits per dimension. Words have no positions, which nothing read, and one more word that
 * names the repository (`word-vector.ts`). The weighted counts are bytes (`word-vector.ts`)
 * instead of JSON. The indexes of vectors are dropped, because their column changes; the next
 * push builds them again.
 */
export const schema3 = `
do $do$
declare old text;
begin
  for old in select indexname from pg_indexes where schemaname = 'codegrain' and indexname like 'embeddings\\_nearest\\_%' loop
    execute format('drop index codegrain.%I', old);
  end loop;
end
$do$;
alter table codegrain.embeddings alter embedding type halfvec using embedding::halfvec;
create function codegrain.counts_as_bytes(counts jsonb) returns bytea language sql immutable as $do$
  select string_agg('\\x01'::bytea || convert_to(word, 'UTF8') || '\\x02'::bytea || set_byte('\\x00'::bytea, 0, case
      when units < 128 then units::integer
      else least(255, 127 + round(ln(units / 127) / ln(1.04::float8))::integer) end), ''::bytea order by word)
  from (select key as word, value::float8 * 4 as units from jsonb_each_text(counts)) as each
$do$;
create function codegrain.word_of_repository(file bigint) returns tsvector language sql stable as $do$
  select array_to_tsvector(array['#' || repository_id]) from codegrain.files where id = file
$do$;
alter table codegrain.chunks
  alter words type tsvector using strip(words) || codegrain.word_of_repository(file_id),
  alter word_counts type bytea using codegrain.counts_as_bytes(word_counts);
alter table codegrain.chunks alter words set storage main, alter word_counts set storage main;
drop function codegrain.counts_as_bytes(jsonb), codegrain.word_of_repository(bigint);
alter table codegrain.branches
  add searched_count bigint not null default 0,
  add word_count double precision not null default 0;
update codegrain.branches b set searched_count = files.searched_count, word_count = files.word_count
  from (select l.branch_id, sum(f.searched_count) as searched_count, sum(f.word_count) as word_count
    from codegrain.branch_files l join codegrain.files f on f.id = l.file_id group by l.branch_id) as files
  where files.branch_id = b.id;
`;
