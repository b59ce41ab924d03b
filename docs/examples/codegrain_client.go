// A client for `codegrain serve --stdio` (docs/serve.md): chunks a file. Only the standard library.
//
//	go run codegrain_client.go FILE
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// Codegrain is one long-lived process. It handles one request at a time.
type Codegrain struct {
	in     io.WriteCloser
	out    *bufio.Reader
	cmd    *exec.Cmd
	lastID int
}

type answer struct {
	Event  json.RawMessage `json:"event"`
	Result json.RawMessage `json:"result"`
	Error  *struct{ Code, Message string }
}

func start(command ...string) (*Codegrain, error) {
	cmd := exec.Command(command[0], append(command[1:], "serve", "--stdio")...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &Codegrain{in: in, out: bufio.NewReader(out), cmd: cmd}, cmd.Start()
}

// Call decodes the result into the value that `result` points to, and skips events.
func (c *Codegrain) Call(method string, params any, result any) error {
	c.lastID++
	request := map[string]any{"id": c.lastID, "method": method, "params": params}
	if err := json.NewEncoder(c.in).Encode(request); err != nil {
		return err
	}
	for {
		line, err := c.out.ReadBytes('\n')
		if err != nil {
			return err
		}
		var a answer
		if err := json.Unmarshal(line, &a); err != nil {
			return err
		}
		if a.Error != nil {
			return fmt.Errorf("%s: %s", a.Error.Code, a.Error.Message)
		}
		if a.Result != nil {
			return json.Unmarshal(a.Result, result)
		}
	}
}

// Close ends the process.
func (c *Codegrain) Close() error {
	c.in.Close()
	return c.cmd.Wait()
}

func main() {
	codegrain, err := start("codegrain")
	if err != nil {
		panic(err)
	}
	defer codegrain.Close()
	var file struct {
		Chunks []struct {
			StartLine, EndLine int
			Kind, Name         string
		}
	}
	if err := codegrain.Call("chunkFile", map[string]any{"file": os.Args[1]}, &file); err != nil {
		panic(err)
	}
	for _, chunk := range file.Chunks {
		fmt.Printf("%d-%d %s %s\n", chunk.StartLine, chunk.EndLine, chunk.Kind, chunk.Name)
	}
}
