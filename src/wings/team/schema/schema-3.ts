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
