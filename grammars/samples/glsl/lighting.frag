#version 450
#extension GL_ARB_separate_shader_objects : enable

#define MAX_LIGHTS 8

layout(location = 0) in vec3 vNormal;
layout(location = 1) in vec2 vUv;
layout(location = 0) out vec4 outColor;

uniform sampler2D albedo;

const float PI = 3.14159265;

struct Light {
    vec3 position;
    vec3 color;
    float radius;
};

layout(std140, binding = 0) uniform Lights {
    Light lights[MAX_LIGHTS];
    int count;
};

// Falls off with the square of the distance.
float attenuation(float distance, float radius) {
    float x = clamp(1.0 - distance / radius, 0.0, 1.0);
    return x * x;
}

vec3 shade(Light light, vec3 normal, vec3 position) {
    vec3 toLight = light.position - position;
    float lambert = max(dot(normal, normalize(toLight)), 0.0);
    return light.color * lambert * attenuation(length(toLight), light.radius) / PI;
}

void main() {
    vec3 sum = vec3(0.0);
    for (int i = 0; i < count; ++i) {
        sum += shade(lights[i], normalize(vNormal), vec3(vUv, 0.0));
    }
    outColor = vec4(sum * texture(albedo, vUv).rgb, 1.0);
}
