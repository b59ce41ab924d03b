"""Chunks exported by Codegrain as LangChain documents.

    codegrain export --out chunks.jsonl
    pip install langchain-core && python langchain_loader.py chunks.jsonl
"""

import json
import sys
from collections.abc import Iterator

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document


class CodegrainLoader(BaseLoader):
    """The searched chunks. What is embedded is context and text; parents are asked for by id, see `parents`."""

    def __init__(self, file: str) -> None:
        self.file = file

    def lazy_load(self) -> Iterator[Document]:
        return (document(record) for record in self.records() if record["role"] != "parent")

    def parents(self) -> dict[str, Document]:
        """What to give a model in place of a child that was found: `parents[child.metadata["parent"]]`."""
        return {record["id"]: document(record) for record in self.records() if record["role"] == "parent"}

    def records(self) -> Iterator[dict]:
        # newline="\n": other separators of lines may stand inside a text.
        with open(self.file, encoding="utf-8", newline="\n") as lines:
            yield from map(json.loads, lines)


def document(record: dict) -> Document:
    metadata = {key: value for key, value in record.items() if key not in ("text", "context", "embedding")}
    return Document(id=record["id"], page_content=record.get("context", "") + record["text"], metadata=metadata)


if __name__ == "__main__":
    loader = CodegrainLoader(sys.argv[1] if len(sys.argv) > 1 else "chunks.jsonl")
    documents = loader.load()
    parents = loader.parents()
    print(f"{len(documents)} documents, {len(parents)} parents")
    child = next((each for each in documents if "parent" in each.metadata), None)
    if child:
        place = f"{child.metadata['path']}:{child.metadata['startLine']}"
        print(f"{place} is in a parent: {child.metadata['parent'] in parents}")
