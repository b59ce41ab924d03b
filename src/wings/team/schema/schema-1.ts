/**
 * The first version of the schema; docs/database.md explains it.
 *
 * A file with a given content is stored once per repository; a branch is a list of files. Embedded texts are addressed by their hash,
 * across all repositories. Vectors of all models share one table without a fixed length; each model has its own index over them
 * (`model-index.ts`), because an index needs a fixed length.
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
